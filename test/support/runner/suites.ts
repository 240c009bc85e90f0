import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The folder test/. */
export const TEST_FOLDER = join(import.meta.dirname, '../..');

/** Folders of test/ that are named suites, because they are slow or need more than Node.js. `npm test` leaves them out. */
const NAMED_FOLDERS = [
  'attack',
  'bench',
  'cluster',
  'conformance',
  'connectors',
  'faults',
  'fuzz',
  'kafka',
  'large',
  'load',
  'openapi',
  'page',
];

const isSlow = (file: string): boolean => file.endsWith('.slow.test.ts');
const isNamed = (file: string): boolean => NAMED_FOLDERS.includes(file.split('/')[0] ?? '');
const isQuick = (file: string): boolean => !isNamed(file) && !isSlow(file);

/** Suites that are no folder, and the test files that belong to each. */
const SUITES: Readonly<Record<string, (file: string) => boolean>> = {
  quick: isQuick,
  slow: (file) => isSlow(file) && !isNamed(file),
  full: (file) => isQuick(file) && importsFile(file, 'support/property.ts'),
};

/** Files that wait most of their time, such as for a slow broker. They run beside as many others as there are cores. */
export const MOSTLY_WAITING: readonly string[] = [
  'kafka/back-pressure.test.ts',
  'cluster/bucket-settings.test.ts',
  'cluster/jobs-taken.test.ts',
];

/** The files that take longest. They start first, so that at the end no core waits for them. */
const LONGEST = [
  'kafka/killed-service.test.ts',
  'cluster/pieces.test.ts',
  'cluster/bucket-files.test.ts',
  'parity/mutations.slow.test.ts',
  'fuzz/fuzz.test.ts',
  'openapi/schemathesis.test.ts',
  'large/xml.test.ts',
  'parity/record-types/record-types.test.ts',
  'docs/message-schema.test.ts',
  'jobs/crashes.slow.test.ts',
  'splits/law.test.ts',
];

/**
 * Returns the test files of suites, folders or single files below test/: those that take longest, then the others by name.
 * Without a name: the quick suite. Throws if a name selects no file.
 */
export function selectFiles(names: readonly string[]): string[] {
  const files = readdirSync(TEST_FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.test.ts'),
  );
  const selected = (names.length === 0 ? ['quick'] : names).flatMap((name) => {
    const path = name.replace(/^(?:\.\/)?test\//, '').replace(/\/$/, '');
    const isPart = SUITES[name] ?? ((file: string) => file === path || file.startsWith(`${path}/`));
    const found = files.filter(isPart);
    if (found.length === 0) throw new Error(`"${name}" is no suite, folder or test file below test/`);
    return found;
  });
  const others = [...new Set(selected)].filter((file) => !LONGEST.includes(file));
  return [...LONGEST.filter((file) => selected.includes(file)), ...others.sort()];
}

/** Whether a file below test/ imports another one, directly or through others. */
function importsFile(file: string, wanted: string, seen = new Set<string>()): boolean {
  if (file === wanted) return true;
  // Emitted code in a text imports files that do not exist.
  if (seen.has(file) || !existsSync(join(TEST_FOLDER, file))) return false;
  seen.add(file);
  const text = readFileSync(join(TEST_FOLDER, file), 'utf8');
  return [...text.matchAll(/^(?:import|export|\} from)\b[^'"`;]*'(\.[^']+)'/gm)]
    .map(([, path = '']) => normalize(join(dirname(file), path)))
    .some((path) => !path.startsWith('..') && importsFile(path, wanted, seen));
}
