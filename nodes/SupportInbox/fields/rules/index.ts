/** The rules for values: one for each kind of field. */
export { addresses, emailAddress } from './address';
export { byName, codes, flag, integer, oneOf, someOf } from './choices';
export { dateTime, day, futureDateTime, MISSPELT, NOW_MS, pastDateTime, shifted, timeOfDay } from './dates';
export { assignee, assigneeOrBefore, id, idOrName, ids, several, severalOrWithout, ticketId, user, userOrWithout } from './ids';
export type { Circumstances, Rule } from './rule';
export { checkedValue, filled, isBlank, NO_CHANGE, NONE, orNoChange, orNone, quote } from './rule';
export { listOf, rowsIn } from './rule';
export { cell, exactKey, inOneLine, lengthOf, line, phone, recordName, searched, text } from './text';
