import type { RequestMatch } from '../requestMatch';

export type FaultKind =
	/** an error status, by default 500 */
	| 'status'
	/** connection reset, nothing was done */
	| 'resetBefore'
	/** connection reset after the request took effect */
	| 'resetAfter'
	/** silence, nothing was done */
	| 'noAnswer'
	/** silence after the request took effect */
	| 'noAnswerAfter'
	/** a web page instead of JSON, by default with status 200 */
	| 'html'
	/** an error page of something between client and service, by default 502, without the service's headers */
	| 'gateway'
	/** success, by default 200, with JSON that another program wrote: `{"message":"please log in"}` or `body` */
	| 'foreignBody'
	/** status 200 with the first half of the real body */
	| 'cutJson'
	/** the real answer announced in full; after half of its body, or `bytes`, the connection breaks */
	| 'breakOff'
	/** the real answer announced in full; after half of its body, or `bytes`, nothing more comes */
	| 'stall'
	/** the real answer a byte every `everyMs`, followed by blanks for ever: it never ends */
	| 'drip'
	/** status 200 without a body */
	| 'emptyBody'
	/** status 200 with JSON of another shape than promised */
	| 'wrongShape'
	/** the real answer without the fields `omit`, with those of `replace` instead of its own */
	| 'partial'
	/** the real answer with other headers */
	| 'headers'
	/** the real answer, `delayMs` late */
	| 'delay'
	/** 302 to `location` */
	| 'redirect';

export interface Fault {
	/** which requests it hits; default: the next one */
	when?: RequestMatch;
	kind: FaultKind;
	status?: number;
	/** null: the header is left out */
	headers?: Record<string, string | null>;
	/** text is sent as it is, anything else as JSON */
	body?: unknown;
	/** default true, for `gateway` false */
	withRateLimitHeaders?: boolean;
	delayMs?: number;
	location?: string;
	/** whether the request takes effect; default: what the kind says, no for status, html, gateway, foreignBody and redirect */
	afterEffect?: boolean;
	/** `partial`: fields that are missing, below others with dots (`messages.attachments`); lists are passed through */
	omit?: string[];
	/** `partial`: other values of fields, e.g. `{ label_ids: null }` */
	replace?: Record<string, unknown>;
	/** `partial`: which rows of a list, counted from 0; default all */
	rows?: number[];
	/** `breakOff` and `stall`: how much of the body arrives; default half */
	bytes?: number;
	/** `drip`: pause between two bytes, default 50 */
	everyMs?: number;
	/** `drip`: already the headers drip, so that not even a status arrives */
	fromHead?: boolean;
}
