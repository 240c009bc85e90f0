/** What `sensitive: true` promises. */
export const sensitiveFieldsSection = [
  '## Sensitive fields',
  '',
  'The value of a field with `sensitive: true` goes to the destination, and to the two places that return a record to',
  'its sender unchanged: the rejects and the dead-letter topic. No result, log, error or URL contains it. An issue of',
  'such a field reports the length of the value and `"masked": true`. The generated code has no path from the value to a',
  'report.',
  '',
  'A record with a structure issue may have its values in the wrong fields. If the spec has a sensitive field, the',
  'issues of such a record show no value at all.',
].join('\n');
