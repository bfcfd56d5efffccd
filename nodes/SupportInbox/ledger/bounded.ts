/** Sets an entry, which counts as the newest one; of more than `most` the oldest one leaves. */
export function setBounded<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
	map.delete(key);
	map.set(key, value);
	if (map.size > most) map.delete(map.keys().next().value as K);
}
