/** The job of the documentation. */
export const CLAIMS_JOB = `
name: claims
source: { integration: insurer-sftp, path: /out, pattern: "claims-*.csv{,.gz}", recursive: false }
spec: claims
schedule: { every: 30s }
ready: { unchangedFor: 20s, minAge: 10s, doneFile: "{name}.done", ignore: [".*", "*.tmp", "*.part", "*.filepart"], minBytes: 1 }
take: { order: NAME, max: 100, identity: [PATH, SIZE, MODIFIED] }
to: { topic: claims }
options: { skipInvalidRecords: true, maxErrors: 500, delivery: exactly-once, deadLetterTopic: claims-rejects, onDuplicateFile: REFUSE }
then: { done: { move: "archive/{date}/{name}" }, failed: { move: "failed/{name}", reason: true }, rejects: { path: "rejects/{name}" } }
retry: { max: 5, backoff: 30s..1h }
expect: { by: "07:30", timeZone: Europe/Zurich, days: MON-FRI }
`;
