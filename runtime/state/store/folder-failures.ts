/** This or another process has locked the data folder. */
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

/** The data folder contains files of runs, but no database that says which run a file belongs to. */
export class DatabaseMissing extends Error {
  override readonly name = 'DatabaseMissing';

  constructor(folder: string) {
    super(
      `the data folder ${folder} holds files of runs, but its database specmill.sqlite is missing or empty. Restore it from a backup, or use another folder (--data DIR). Nothing was removed`,
    );
  }
}

/**
 * The data folder was deleted or replaced while this process used it. Everything that is written to it would be lost.
 */
export class DataFolderLost extends Error {
  override readonly name = 'DataFolderLost';

  constructor() {
    super('the data folder was deleted or replaced while it was in use');
  }
}

/** The database of the data folder is damaged. */
export class DatabaseDamaged extends Error {
  override readonly name = 'DatabaseDamaged';

  constructor(folder: string) {
    super(
      `the database of the data folder ${folder} is damaged. Restore specmill.sqlite from a backup, or use another folder (--data DIR). Nothing was changed`,
    );
  }
}

/** An older version of the program wrote the data folder. A process that only reads cannot migrate its tables. */
export class OutdatedDataFolder extends Error {
  override readonly name = 'OutdatedDataFolder';

  constructor(folder: string) {
    super(`the data folder ${folder} was written by an older specmill. Start the service on it once to update it`);
  }
}

/** The runs of the data folder are in a PostgreSQL database. */
export class FolderMoved extends Error {
  override readonly name = 'FolderMoved';

  constructor(folder: string) {
    super(
      `the runs of the data folder ${folder} are in a PostgreSQL database. Name it with --store postgresql://…, or use another folder (--data DIR)`,
    );
  }
}

/** The data folder and the PostgreSQL database do not belong together. */
export class FolderMismatch extends Error {
  override readonly name = 'FolderMismatch';
}

/** The data folder cannot be copied to the PostgreSQL database. Nothing was changed. */
export class CannotCopy extends Error {
  override readonly name = 'CannotCopy';
}
