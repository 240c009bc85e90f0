import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The files of an Apache Kafka. */
export interface KafkaFiles {
  version: string;
  /** The folder of its jars. */
  jars: string;
}

const POM = join(import.meta.dirname, 'pom.xml');
/** That of the tests, or another one to test against: 3.9 has the first protocol of transactions, 4.0 and newer the second. */
const VERSION =
  process.env['SPECMILL_KAFKA_VERSION'] ?? /<kafka\.version>([^<]+)</.exec(readFileSync(POM, 'utf8'))?.[1] ?? '';
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'specmill');
const JARS = join(CACHE, `kafka-${VERSION}`);
/** Required programs and the Debian packages that contain them. */
const PROGRAMS = { java: 'default-jre-headless', mvn: 'maven', kcat: 'kcat', openssl: 'openssl' };

/** Downloads Kafka unless it is already there. Throws an Error that names what is missing. */
export function installKafka(): KafkaFiles {
  const missing = missingPrograms();
  if (missing.length > 0 && process.env['CI'] && process.getuid?.() === 0) installPackages(missing);
  const still = missingPrograms();
  if (still.length > 0) throw new Error(`missing: ${still.join(', ')}`);
  if (!existsSync(JARS)) copyJars();
  return { version: VERSION, jars: JARS };
}

/** Returns the files that `installKafka` downloaded, or null. */
export function findKafka(): KafkaFiles | null {
  return existsSync(JARS) && missingPrograms().every((program) => program === 'mvn')
    ? { version: VERSION, jars: JARS }
    : null;
}

type Program = keyof typeof PROGRAMS;

function missingPrograms(): Program[] {
  return (Object.keys(PROGRAMS) as Program[]).filter((program) => spawnSync('which', [program]).status !== 0);
}

function installPackages(missing: readonly Program[]): void {
  console.log(`installing ${missing.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...missing.map((program) => PROGRAMS[program])],
  ]) {
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

// Into a temporary folder first: a folder with the final name is complete, also if several processes do this at once.
function copyJars(): void {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'kafka-'));
  const { status, stdout, stderr } = spawnSync(
    'mvn',
    [
      '-q',
      '-B',
      '-f',
      POM,
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      `-Dkafka.version=${VERSION}`,
      `-DoutputDirectory=${folder}`,
    ],
    { encoding: 'utf8' },
  );
  try {
    if (status !== 0) throw new Error(`Maven does not find Kafka ${VERSION}: ${stdout}${stderr}`);
    if (!existsSync(JARS)) renameSync(folder, JARS);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
