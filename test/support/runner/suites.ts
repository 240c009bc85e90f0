import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The folder test/. */
export const TEST_FOLDER = join(import.meta.dirname, '../..');

/**
 * Folders of test/ that are named suites, because they are slow or need more than Node.js. `npm test` leaves them out.
 * The last part of the path is the suite's name.
 */
const NAMED_FOLDERS = [
  'bench',
  'readers/conformance',
  'servers/cluster',
  'servers/connectors',
  'servers/kafka',
  'servers/openapi',
  'servers/page',
  'stress/attack',
  'stress/faults',
  'stress/fuzz',
  'stress/large',
  'stress/load',
];

const isSlow = (file: string): boolean => file.endsWith('.slow.test.ts');
/** Property tests that take long even with few cases. */
const isFull = (file: string): boolean => file.endsWith('.full.test.ts');
const isNamed = (file: string): boolean => NAMED_FOLDERS.some((folder) => file.startsWith(`${folder}/`));
const isQuick = (file: string): boolean => !isNamed(file) && !isSlow(file) && !isFull(file);

/** Suites that are no folder, and the test files that belong to each. */
const SUITES: Readonly<Record<string, (file: string) => boolean>> = {
  quick: isQuick,
  language: (file) => (isQuick(file) || isFull(file)) && /^(?:compiler|readers|samples)\//.test(file),
  slow: (file) => isSlow(file) && !isNamed(file),
  full: (file) => (isQuick(file) || isFull(file)) && importsFile(file, 'support/property.ts'),
};

/** Files that wait most of their time, such as for a slow broker. They run beside as many others as there are cores. */
export const MOSTLY_WAITING: readonly string[] = [
  'servers/kafka/back-pressure.test.ts',
  'servers/cluster/bucket-settings.test.ts',
  'servers/cluster/jobs-taken.test.ts',
];

/** The files that take longest. They start first, so that at the end no core waits for them. */
const LONGEST = [
  'servers/kafka/killed-service.test.ts',
  'servers/cluster/pieces.test.ts',
  'servers/cluster/bucket-files.test.ts',
  'readers/parity/mutations.slow.test.ts',
  'stress/fuzz/fuzz.test.ts',
  'servers/openapi/schemathesis.test.ts',
  'stress/large/xml.test.ts',
  'readers/parity/record-types/record-types.test.ts',
  'compiler/docs/message-schema.full.test.ts',
  'runtime/jobs/crashes.slow.test.ts',
  'readers/splits/law.test.ts',
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
    const path = findPath(name.replace(/^(?:\.\/)?test\//, '').replace(/\/$/, ''));
    const isPart = SUITES[name] ?? ((file: string) => file === path || file.startsWith(`${path}/`));
    const found = files.filter(isPart);
    if (found.length === 0) throw new Error(`"${name}" is no suite, folder or test file below test/`);
    return found;
  });
  const others = [...new Set(selected)].filter((file) => !LONGEST.includes(file));
  return [...LONGEST.filter((file) => selected.includes(file)), ...others.sort()];
}

/** Returns a path below test/, in which the name of a suite is that of its folder: `kafka/x` is `servers/kafka/x`. */
function findPath(path: string): string {
  const [suite = ''] = path.split('/', 1);
  const folder = NAMED_FOLDERS.find((one) => one.endsWith(`/${suite}`));
  return folder === undefined || existsSync(join(TEST_FOLDER, suite)) ? path : folder + path.slice(suite.length);
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
