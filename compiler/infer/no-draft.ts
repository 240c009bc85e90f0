/** No spec can be drawn from a sample: the message says why, as the end of "cannot draw a spec from FILE: …". */
export class NoDraft extends Error {}
