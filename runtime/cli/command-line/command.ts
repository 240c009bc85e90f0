import type { SettingName, Settings } from '../../state/settings/declarations.ts';

/** The exit codes of the program. */
export const EXIT = {
  success: 0,
  /** The command found errors: for example, a record or a spec has errors, or the run FAILED. */
  invalid: 1,
  /** The program was called with wrong arguments. */
  usage: 2,
  /** The system failed: for example, a disk is full or a broker is unavailable. */
  system: 3,
} as const;
/** An exit code of the program. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Describes one flag of a command. */
export interface Flag {
  /** Placeholder for the flag's value in the help text, for example `FILE`. Null for a switch, which takes no value. */
  takes: string | null;
  help: string;
  /** The only values that the flag accepts, so that shells can complete them. Absent if it also accepts others. */
  choices?: readonly string[];
}

/** What an operand names, so that shells can complete it: a file, a spec, or one of the words in the list. */
export type OperandKind = 'file' | 'spec' | readonly string[];

/** One command of the program: its help text, the arguments that it accepts, and the function that executes it. */
export interface Command<Name extends SettingName = SettingName> {
  /** The ways to call the command, one per line, without the name of the program. */
  usage: readonly string[];
  /** The text that explains the command in its help text. It may have several lines. */
  description: string;
  flags: Readonly<Record<string, Flag>>;
  /** The settings that the command reads. Each of them is also a flag of the command. */
  settings: readonly Name[];
  operands: {
    min: number;
    max: number;
    /** Error message if a call has fewer than `min` operands. */
    missing?: string;
    /** What an operand names; absent if a shell cannot complete it. */
    kind?: OperandKind;
  };
  /** Executes the command and returns its exit code. */
  run(input: CommandInput<Name>): Promise<ExitCode>;
}

/** The parsed arguments of a command. */
export interface CommandInput<Name extends SettingName = never> {
  operands: readonly string[];
  /** The texts of all flags in the call, by name, including those of the settings. A switch has the text ''. */
  flags: ReadonlyMap<string, string>;
  /** All texts of each flag in the call, for flags that may be repeated. `flags` has the last one. */
  repeated: ReadonlyMap<string, readonly string[]>;
  settings: Pick<Settings, Name>;
}

/** A command in the list of commands. `load` imports the command, so that only the command that is called is loaded. */
export interface CommandEntry {
  name: string;
  /** One line that describes the command, for the help text of the program. */
  summary: string;
  load(): Promise<Command>;
}
