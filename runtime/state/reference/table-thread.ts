import { parentPort } from 'node:worker_threads';
import { readTableFile, type TableTask } from './table-reader.ts';

/** The thread that reads large reference tables. Its one message is a TableTask, and its answer a TableAnswer. */
parentPort?.once('message', (task: TableTask) => parentPort?.postMessage(readTableFile(task)));
