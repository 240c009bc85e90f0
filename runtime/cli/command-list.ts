import type { CommandEntry } from './command-line/command.ts';

/** All commands of the program, in the order of its help text. To add a command, add an item. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'write a first spec with a sample and a CI workflow',
    load: async () => (await import('./commands/init.ts')).command,
  },
  {
    name: 'check',
    summary: 'report what is wrong with specs',
    load: async () => (await import('./commands/check.ts')).command,
  },
  {
    name: 'compile',
    summary: 'compile specs to TypeScript modules',
    load: async () => (await import('./commands/compile.ts')).command,
  },
  {
    name: 'validate',
    summary: 'report what is wrong with a file (dry run)',
    load: async () => (await import('./commands/validate.ts')).command,
  },
  {
    name: 'transform',
    summary: 'turn a file into events',
    load: async () => (await import('./commands/transform.ts')).command,
  },
  {
    name: 'pieces',
    summary: 'publish a large file in pieces, with any scheduler',
    load: async () => (await import('./commands/pieces.ts')).command,
  },
  {
    name: 'test',
    summary: 'compare results on samples with the expected ones',
    load: async () => (await import('./commands/test.ts')).command,
  },
  {
    name: 'diff',
    summary: 'report what a change of specs breaks',
    load: async () => (await import('./commands/diff.ts')).command,
  },
  {
    name: 'infer',
    summary: 'draft a spec from a sample file',
    load: async () => (await import('./commands/infer.ts')).command,
  },
  {
    name: 'import',
    summary: 'draft a spec from a data contract (ODCS)',
    load: async () => (await import('./commands/import.ts')).command,
  },
  {
    name: 'samples',
    summary: 'generate sample files from a spec',
    load: async () => (await import('./commands/samples.ts')).command,
  },
  {
    name: 'page',
    summary: 'write the page that checks files, for partners',
    load: async () => (await import('./commands/page.ts')).command,
  },
  {
    name: 'docs',
    summary: 'describe a file format for the people who send the files',
    load: async () => (await import('./commands/docs.ts')).command,
  },
  { name: 'serve', summary: 'run the HTTP service', load: async () => (await import('./commands/serve.ts')).command },
  {
    name: 'topics',
    summary: 'list the topics of the embedded broker',
    load: async () => (await import('./commands/topics.ts')).command,
  },
  {
    name: 'tail',
    summary: 'print the messages of a topic',
    load: async () => (await import('./commands/tail.ts')).command,
  },
  {
    name: 'runs',
    summary: 'list the runs of the data folder',
    load: async () => (await import('./commands/runs.ts')).command,
  },
  {
    name: 'jobs',
    summary: 'show and control the jobs of a service',
    load: async () => (await import('./commands/jobs.ts')).command,
  },
  {
    name: 'rejects',
    summary: 'print the records that a run did not publish',
    load: async () => (await import('./commands/rejects.ts')).command,
  },
  {
    name: 'cancel',
    summary: 'cancel an interrupted run',
    load: async () => (await import('./commands/cancel.ts')).command,
  },
  {
    name: 'keys',
    summary: 'add, list and revoke the keys of the callers of the service',
    load: async () => (await import('./commands/keys.ts')).command,
  },
  {
    name: 'vault',
    summary: 'create and rotate the master key of the credentials',
    load: async () => (await import('./commands/vault.ts')).command,
  },
  {
    name: 'store',
    summary: 'move an installation to PostgreSQL',
    load: async () => (await import('./commands/store.ts')).command,
  },
  {
    name: 'doctor',
    summary: 'find damaged files and rows in a data folder',
    load: async () => (await import('./commands/doctor.ts')).command,
  },
  {
    name: 'integrations',
    summary: 'list and test the systems that files come from',
    load: async () => (await import('./commands/integrations.ts')).command,
  },
  {
    name: 'ls',
    summary: 'list the files of an integration',
    load: async () => (await import('./commands/ls.ts')).command,
  },
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    load: async () => (await import('./commands/completion.ts')).createCompletion(commands),
  },
];
