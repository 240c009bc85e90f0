import type { Admin } from 'kafkajs';

/** Returns whether each partition of a topic has a leader. A new topic is not known everywhere at once. */
export async function hasLeaders(admin: Admin, topic: string): Promise<boolean> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics[0]?.partitions.every(({ leader }) => leader >= 0) ?? false;
  } catch {
    return false;
  }
}
