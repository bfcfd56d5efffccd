/**
 * The environment of jest, in which its workers stay below a gigabyte. Left to itself, a worker takes gigabytes before it collects
 * its garbage; and with the usual room for new objects (16 MB) it moves them more often.
 */
export const JEST_MEMORY = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-old-space-size=800 --max-semi-space-size=64`.trim() };
