/** Whether a topic may have this name: 1 to 249 of `A-Z a-z 0-9 . _ -`, but not `.` or `..`, as Kafka has it. */
export function isTopicName(name: string): boolean {
  return /^[A-Za-z0-9._-]{1,249}$/.test(name) && name !== '.' && name !== '..';
}
