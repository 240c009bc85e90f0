import { execFile } from 'node:child_process';
import { basename, extname, join } from 'node:path';
import type { SpecText } from '../../../compiler/index.ts';
import { isSpecPath } from '../../state/registry/folder/spec-files.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { systemCode } from '../../base/files/error-reason.ts';

const MAX_BYTES = 256 * 1024 * 1024;
/**
 * Variables that git sets for hooks. With them, git would use the repository of the hook instead of that of the folder.
 */
const HOOK_VARIABLES = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_NAMESPACE'];

/** The state of a folder in a git revision. */
export interface FolderRevision {
  readonly specs: readonly SpecText[];
  /** Returns a file by its path in the folder. Null: the folder did not contain it as a regular file. */
  readFile(name: string): Promise<Uint8Array | null>;
}

/**
 * Returns the specs that `folder` contains in a git revision of its repository. The list of specs is empty if the folder did not
 * exist in that revision. The paths of the specs start with `folder`. Throws UsageError if there is no such revision or
 * no repository, and SystemFailure if git cannot run.
 */
export async function readRevision(revision: string, folder: string): Promise<FolderRevision> {
  const commit = await findCommit(revision, folder);
  const prefix = (await git(folder, ['rev-parse', '--show-prefix'])).toString('utf8').replace(/\n$/, '');
  const blobs = await listBlobs(commit, { folder, prefix });
  const specs: SpecText[] = [];
  for (const { name, id } of blobs)
    specs.push(toSpecText(join(folder, name), await git(folder, ['cat-file', 'blob', id]), revision));
  return { specs, readFile: (name) => readBlob(`${prefix}${name}`, commit, folder) };
}

/** Returns a regular file of a commit. Null: there is none. `path` begins at the root of the repository. */
async function readBlob(path: string, commit: string, folder: string): Promise<Uint8Array | null> {
  const listed = await git(folder, ['ls-tree', '-z', '--full-tree', commit, '--', path]);
  const [, id] = /^100\d+ blob ([0-9a-f]+)\t[^\0]*\0$/.exec(listed.toString('utf8')) ?? [];
  return id === undefined ? null : git(folder, ['cat-file', 'blob', id]);
}

async function findCommit(revision: string, folder: string): Promise<string> {
  // Accepts the name of one commit, but not a range (`a..b`) or a path in a commit (`a:path`).
  const isName =
    /^[^\s\p{Cc}-][^\s\p{Cc}]{0,255}$/u.test(revision) && !revision.includes('..') && !revision.includes(':');
  if (!isName)
    throw new UsageError(
      `"${revision}" is not a git revision`,
      'a revision is, for example, HEAD~1, main, v1.2.0 or a commit hash; to compare two files or folders, name both',
    );
  await git(folder, ['rev-parse', '--git-dir']);
  const found = await git(folder, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ]).catch((error: unknown) => {
    if (error instanceof GitError)
      throw new UsageError(
        `the repository of ${folder} has no revision "${revision}"`,
        'in CI, fetch the revision first: the checkout may be shallow',
      );
    throw error;
  });
  const commit = found.toString('utf8').trim();
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw new UsageError(`"${revision}" is not a git revision`);
  return commit;
}

interface Blob {
  readonly name: string;
  readonly id: string;
}

/** Lists the spec files that were directly in the folder in a commit. */
async function listBlobs(commit: string, { folder, prefix }: { folder: string; prefix: string }): Promise<Blob[]> {
  const listed = await git(folder, ['ls-tree', '-z', '--full-tree', commit, ...(prefix === '' ? [] : ['--', prefix])]);
  const entries = listed
    .toString('utf8')
    .split('\0')
    .filter((entry) => entry !== '');
  return entries.flatMap((entry) => {
    const [, mode = '', type, id = '', path = ''] = /^(\d+) (\w+) ([0-9a-f]+)\t([^]*)$/.exec(entry) ?? [];
    const name = basename(path);
    if (type !== 'blob' || name.startsWith('.') || !isSpecPath(name)) return [];
    if (mode === '120000')
      throw new UsageError(`${path} is a symbolic link in that revision. A spec must be a regular file`);
    return [{ name, id }];
  });
}

function toSpecText(path: string, bytes: Uint8Array, revision: string): SpecText {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return {
      text,
      path,
      syntax: extname(path).toLowerCase() === '.json' ? 'json' : 'yaml',
      expectedName: basename(path, extname(path)),
    };
  } catch {
    throw new UsageError(`${path} is not valid UTF-8 in revision ${revision}`);
  }
}

/** git failed. The message is what git printed to standard error. */
class GitError extends Error {}

/** Runs git in a folder, without a shell, and returns its standard output. */
function git(folder: string, args: readonly string[]): Promise<Buffer> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !HOOK_VARIABLES.includes(name)));
  const options = {
    cwd: folder,
    encoding: 'buffer' as const,
    maxBuffer: MAX_BYTES,
    windowsHide: true,
    env: { ...env, LC_ALL: 'C', GIT_LITERAL_PATHSPECS: '1', GIT_OPTIONAL_LOCKS: '0' },
  };
  return new Promise((resolve, reject) => {
    execFile('git', ['--no-pager', ...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(toFailure(error, stderr.toString('utf8').trim(), folder));
    });
  });
}

function toFailure(error: Error, message: string, folder: string): Error {
  if (systemCode(error) === 'ENOENT')
    return new SystemFailure(`cannot run git in ${folder}: check that git is installed and that the folder exists`);
  if (/not a git repository/i.test(message))
    return new UsageError(
      `${folder} is not in a git repository`,
      'to compare two files or folders: specmill diff OLD NEW',
    );
  if (/dubious ownership/i.test(message))
    return new SystemFailure(
      `git does not trust the repository of ${folder}, which belongs to another user: add it to git's safe.directory setting`,
    );
  return new GitError(message === '' ? error.message : message);
}
