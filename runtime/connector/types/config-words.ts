import type { Words } from '../../base/validation/words.ts';

/** The words for the members that several types of connectors have. A type has words for its own ones. */
export const CONFIG_WORDS: Words = {
  host: { description: 'The name or the address of the server, for example sftp.bank.example.' },
  root: { title: 'Folder', description: 'The folder below which files are read and written. Default: all of it (/).' },
  maxConnections: { title: 'Most connections', description: 'At the same time. Default: 4.' },
  timeZone: { description: 'The one in which the server lists times, for example Europe/Zurich. Default: UTC.' },
  endpoint: {
    title: 'Address of the store',
    description: 'Its URL, for a store that is compatible. Default: that of the provider.',
  },
  prefix: { title: 'Folder', description: 'The beginning of the names, for example out. Default: all names.' },
  paths: {
    title: 'Paths for bound keys',
    description:
      'Patterns of the files that keys which are bound to the integration may read, one on each line. Default: all.',
  },
};
