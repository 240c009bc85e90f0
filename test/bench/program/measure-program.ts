import { measureCompile } from './compile-time.ts';
import { measureServer } from './server-upload.ts';
import { measureStart } from './start-time.ts';
import { measureThreads } from './threads.ts';

/** Paths and sizes of a measurement. */
export interface Setting {
  /** The folder of the project, which is built. */
  root: string;
  /** A folder for temporary files. */
  cache: string;
  /** The folder of the benchmark's specs. */
  specs: string;
  megabytes: number;
  rounds: number;
  say(line: string): void;
}

/** A measurement of the program, absolute or relative to something else. */
export interface Figure {
  title: string;
  /** The ratio, or the number of the unit. */
  measured: number;
  unit: 'x' | 's' | '/s' | 'MB';
  must: number;
  goal: number;
  /** Whether less is better. */
  isCost: boolean;
  /** The measured times. */
  details: string;
}

/** Measures the program and the service from outside. */
export async function measureProgram(setting: Setting): Promise<Figure[]> {
  return [await measureThreads(setting), await measureServer(setting), measureStart(setting), measureCompile(setting)];
}
