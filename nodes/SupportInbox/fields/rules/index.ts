/** What values may be: one rule for each kind of field. */
export { flag, integer, oneOf, oneOfOrNull, someOf } from './choices';
export { dateTime, day, pastDateTime } from './dates';
export { id, idOrNull, ids, idsOrWithout, several, ticketId } from './ids';
export type { Circumstances, Rule } from './rule';
export { filled, isBlank, isNone, KEEP, NONE, orKeep, quote } from './rule';
export { addresses, emailAddress, pathText, text, textOrNull, textOrWithout } from './text';
