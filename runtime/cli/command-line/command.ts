import type { SettingName, Settings } from '../../settings/declarations.ts';

/** What the program says to its caller when it ends. */
export const EXIT = {
  good: 0,
  /** The file or the spec has errors. */
  faulty: 1,
  usage: 2,
  /** The system failed. */
  system: 3,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A flag of one command. */
export interface Flag {
  /** What stands for its value in the help; null for a switch. */
  takes: string | null;
  help: string;
}

/** A command of the program: all that help, parsing and running have to know. */
export interface Command<Name extends SettingName = SettingName> {
  /** How it is called, one line a way, without the program's name. */
  usage: readonly string[];
  /** What it does, in a few lines. */
  description: string;
  flags: Readonly<Record<string, Flag>>;
  /** The settings that it knows; each is a flag as well. */
  settings: readonly Name[];
  operands: { min: number; max: number /** Said where one is missing. */; missing?: string };
  run(input: CommandInput<Name>): Promise<ExitCode>;
}

export interface CommandInput<Name extends SettingName = never> {
  operands: readonly string[];
  /** The command's own flags that were given; a switch as ''. */
  flags: ReadonlyMap<string, string>;
  settings: Pick<Settings, Name>;
}

/** A command as the list of commands knows it: loaded only when it is called. */
export interface CommandEntry {
  name: string;
  /** One line for the list. */
  summary: string;
  load(): Promise<Command>;
}
