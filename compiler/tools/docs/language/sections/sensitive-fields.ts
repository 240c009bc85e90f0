/** The section of the language reference on what `sensitive: true` guarantees. */
export const sensitiveFieldsSection = [
  '## Sensitive fields',
  '',
  'The value of a field with `sensitive: true` goes to the destination, and to the two places that return a record to',
  'its sender unchanged: the rejects and the dead-letter topic. No result, log, error or URL contains it. An issue of',
  'such a field reports the length of the value and `"masked": true`. The generated code has no path from the value to a',
  'report.',
  '',
  'A record with a structure issue may have its values in the wrong fields, and so may a record with another number of',
  'cells than expected, also with `onExtraColumns` or `onMissingColumns: IGNORE`. If the spec has a sensitive field, the',
  'issues of such a record show no value at all. For the same reason, warnings withhold the names of header columns that',
  'no field reads: without its header line, the first record of a file is read as one.',
].join('\n');
