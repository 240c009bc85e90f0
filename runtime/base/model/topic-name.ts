/**
 * Returns true if a topic can have this name: 1 to 249 characters of `A-Z a-z 0-9 . _ -`, but neither `.` nor `../..`. The
 * rule is that of Kafka.
 */
export function isTopicName(name: string): boolean {
  return /^[A-Za-z0-9._-]{1,249}$/.test(name) && name !== '.' && name !== '..';
}
