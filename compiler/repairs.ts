/** The part of the compiler that replaces values in the records of a file. Web pages load it with the first repair. */
export { createRecordReplacer, type Replacement } from './tools/locate/replace/record-replacer.ts';
