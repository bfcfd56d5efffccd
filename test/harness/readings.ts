import { READINGS, type ReadingName, type Readings } from '../simulator/readings';

/**
 * For `describe.each`: one row for each reading of what the document leaves open, to run the same tests in all of them.
 *
 *     describe.each(readingsOf('labelUpdate'))('%s', (_reading, readings) => {
 *         const service = serviceFor('label', 'update', readings);
 *
 * @param names of several open points: each is read in all its ways while the others are read as by default
 * @returns its title (`labelUpdate: replaces`) and the option for the simulator
 */
export function readingsOf(...names: ReadingName[]): Array<[string, Partial<Readings>]> {
	return names.flatMap((name) => READINGS[name].values.map((value): [string, Partial<Readings>] => [`${name}: ${value}`, { [name]: value }]));
}
