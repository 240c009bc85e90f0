/** Another process uses the data folder: exit code 3. */
export class DataFolderLocked extends Error {
  override readonly name = 'DataFolderLocked';

  constructor(folder: string) {
    super(`another specmill process uses the data folder ${folder}. Stop it, or use another folder (--data DIR)`);
  }
}

/** A newer version of the program, or another program, wrote the data folder. */
export class UnknownDataFolder extends Error {
  override readonly name = 'UnknownDataFolder';

  constructor(folder: string) {
    super(
      `the data folder ${folder} was written by a newer specmill. Use that version, or another folder (--data DIR)`,
    );
  }
}

/** An older version of the program wrote the data folder. A reader cannot migrate its tables. */
export class OutdatedDataFolder extends Error {
  override readonly name = 'OldDataFolder';

  constructor(folder: string) {
    super(`the data folder ${folder} was written by an older specmill. Start the service on it once to update it`);
  }
}
