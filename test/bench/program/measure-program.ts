import { measureCompile } from './compile-time.ts';
import { measureServer } from './server-upload.ts';
import { measureStart } from './start-time.ts';
import { measureThreads } from './threads.ts';

/** Where and how much. */
export interface Setting {
  /** Folder of the project; it is built. */
  root: string;
  /** Folder for files of the run. */
  cache: string;
  /** Folder of the benchmark's specs. */
  specs: string;
  megabytes: number;
  rounds: number;
  say(line: string): void;
}

/** Something that the program does, measured against something else or in itself. */
export interface Figure {
  title: string;
  /** The measured ratio or time, with its unit. */
  measured: number;
  unit: 'x' | 's';
  must: number;
  goal: number;
  /** Whether less is better. */
  isCost: boolean;
  /** What it was made from. */
  details: string;
}

/** What is measured from the outside: the program and the service. */
export async function measureProgram(setting: Setting): Promise<Figure[]> {
  return [await measureThreads(setting), await measureServer(setting), measureStart(setting), measureCompile(setting)];
}
