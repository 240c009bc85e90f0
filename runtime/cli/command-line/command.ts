import type { SettingName, Settings } from '../../settings/declarations.ts';

/** The exit codes of the program. */
export const EXIT = {
  success: 0,
  /** The file or the spec has errors. */
  invalid: 1,
  usage: 2,
  /** The system failed: for example, a disk is full or a broker is unavailable. */
  system: 3,
} as const;
/** An exit code of the program. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Describes one flag of a command. */
export interface Flag {
  /** Placeholder of the flag's value in the help text, for example `FILE`; null for a switch, which takes no value. */
  takes: string | null;
  help: string;
  /** The only values that the flag accepts; absent if there are others. */
  choices?: readonly string[];
}

/** What an operand names, for the completion of shells: a file, a spec, or one of some words. */
export type OperandKind = 'file' | 'spec' | readonly string[];

/** One command of the program: its help text, the arguments it accepts, and the function that runs it. */
export interface Command<Name extends SettingName = SettingName> {
  /** The ways to call it, one per line, without the name of the program. */
  usage: readonly string[];
  /** The lines of the help text that explain the command. */
  description: string;
  flags: Readonly<Record<string, Flag>>;
  /** The settings that the command reads. Each of them is also a flag of the command. */
  settings: readonly Name[];
  operands: {
    min: number;
    max: number;
    /** Error message for fewer than `min` operands. */
    missing?: string;
    /** What an operand names; absent if a shell cannot complete it. */
    kind?: OperandKind;
  };
  run(input: CommandInput<Name>): Promise<ExitCode>;
}

/** The parsed arguments of a command. */
export interface CommandInput<Name extends SettingName = never> {
  operands: readonly string[];
  /** The command's own flags that the call contains, as text. A switch has the value ''. */
  flags: ReadonlyMap<string, string>;
  settings: Pick<Settings, Name>;
}

/** An item of the list of commands. The command itself is loaded only when it is called. */
export interface CommandEntry {
  name: string;
  /** One line for the help text of the program. */
  summary: string;
  load(): Promise<Command>;
}
