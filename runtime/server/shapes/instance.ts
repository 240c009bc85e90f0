import { array, boolean, integer, named, object, oneOf, string } from '../api/schema.ts';
import { EXAMPLE_TIME } from './examples.ts';

/** A process of the service, among those that share a database. */
export interface InstanceView {
  id: string;
  host: string;
  version: string;
  startedAt: string;
  heartbeatAt: string;
  state: 'alive' | 'draining' | 'lost';
  runs: number;
  isThis: boolean;
}

/** The schema of InstanceView. */
export const instanceSchema = named(
  'Instance',
  object<InstanceView>({
    id: string('The id of the process.', { format: 'uuid' }),
    host: string('The name of its machine.'),
    version: string('The version of the program.'),
    startedAt: string('When it started, by the clock of the database.', { format: 'date-time' }),
    heartbeatAt: string('When it reported last, by the clock of the database.', { format: 'date-time' }),
    state: oneOf(
      ['alive', 'draining', 'lost'],
      '`draining`: it takes no more runs. `lost`: it has not reported for 15 seconds, and others take its runs.',
    ),
    runs: integer('The number of unfinished runs that it has taken.'),
    isThis: boolean('Whether it has answered this request.'),
  }),
);

/** The schema of all instances. */
export const instancesSchema = array(instanceSchema, 'Empty without --files.');

/** An instance. */
export const exampleInstance: InstanceView = {
  id: '0b7e4f0c-52a1-4d39-8f6e-3c9d2b1a7e55',
  host: 'events-1',
  version: '0.1.0',
  startedAt: EXAMPLE_TIME,
  heartbeatAt: EXAMPLE_TIME,
  state: 'alive',
  runs: 2,
  isThis: true,
};
