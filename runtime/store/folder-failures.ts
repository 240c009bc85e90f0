/** Another process works on the data folder: exit code 3. */
export class DataFolderLocked extends Error {
  override readonly name = 'DataFolderLocked';

  constructor(folder: string) {
    super(`another specmill is at work on the data folder ${folder}; end it, or use another folder (--data DIR)`);
  }
}

/** The data folder was written by a newer program, or is none of ours. */
export class UnknownDataFolder extends Error {
  override readonly name = 'UnknownDataFolder';

  constructor(folder: string) {
    super(`the data folder ${folder} was written by a newer specmill; use that one, or another folder (--data DIR)`);
  }
}

/** The data folder was last written by an older program, whose tables have not been brought up to date; a reader cannot. */
export class OldDataFolder extends Error {
  override readonly name = 'OldDataFolder';

  constructor(folder: string) {
    super(
      `the data folder ${folder} was written by an older specmill; start the service on it once, which brings it up to date`,
    );
  }
}
