import type { JobDefinition } from './job-definition.ts';

/** A job with its definition. */
export interface Job {
  /** UUID. A job in git has the UUIDv5 of its name. */
  readonly id: string;
  readonly origin: 'git' | 'api';
  readonly definition: JobDefinition;
  /** The definition as its author wrote it. */
  readonly written: Readonly<Record<string, unknown>>;
  /** ISO 8601, UTC. Null for a job in git. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}
