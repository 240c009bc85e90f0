import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../support/free-port.ts';
import { createServerFolder } from '../../connectors/servers/server-folder.ts';
import { startServer } from '../../connectors/servers/server-process.ts';
import type { RegistryFiles } from './install.ts';

const SCRIPT = join(import.meta.dirname, 'read_topics.py');
const START_MS = 120_000;
const CONTENT_TYPE = 'application/vnd.schemaregistry.v1+json';

/** A schema registry on this machine, used by this process only. */
export interface Registry {
  /** The URL of Confluent's REST interface. */
  readonly url: string;
  /** Sends a request. Returns the body of the answer, and throws an Error for an answer of 400 or more. */
  ask(method: string, path: string, body?: object): Promise<unknown>;
  /** Returns the messages of topics, which have one partition each, as Confluent's deserializers for Python decode them. */
  read(broker: string, formats: Readonly<Record<string, ValueFormat>>): Promise<DecodedTopics>;
  stop(): Promise<void>;
}

/** How the values of a topic are written. */
export type ValueFormat = 'json' | 'avro' | 'json-schema';

/** The messages of each topic, and how often the values in Avro have a type of Python. */
export interface DecodedTopics {
  readonly topics: ReadonlyMap<string, readonly DecodedMessage[]>;
  readonly types: Readonly<Record<string, number>>;
}

/** A message as the client decodes it. Numbers, dates and times of the value are texts. */
export interface DecodedMessage {
  readonly key: string | null;
  readonly value: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Starts a registry without schemas. */
export async function startRegistry({ jar, folder, packages }: RegistryFiles): Promise<Registry> {
  const [port, home] = [await findFreePort(), createServerFolder('registry')];
  const options = ['-Xmx300m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  const http = [`-Dquarkus.http.port=${port}`, '-Dquarkus.http.host=127.0.0.1'];
  const args = [...options, ...http, `-Duser.dir=${folder}`, '-jar', jar];
  const server = await startServer({ program: 'java', args, port, home });
  const url = `http://127.0.0.1:${port}/apis/ccompat/v7`;
  for (const until = Date.now() + START_MS; !(await answers(url)); await sleep(100))
    if (Date.now() > until) throw new Error('the schema registry does not answer');
  return {
    url,
    async ask(method, path, body) {
      const own = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${url}${path}`, { method, headers: { 'content-type': CONTENT_TYPE }, ...own });
      const answer = await response.text();
      if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
      return JSON.parse(answer === '' ? 'null' : answer);
    },
    async read(broker, formats) {
      const lines = await runScript([SCRIPT, broker, url], { input: JSON.stringify(formats), packages });
      return toDecoded(lines, Object.keys(formats));
    },
    async stop() {
      await server.stop();
      home.remove();
    },
  };
}

/** Runs a script of Python. The registry waits for a reader of its log, so nothing here may block. */
async function runScript(args: readonly string[], { input, packages }: { input: string; packages: string }) {
  const env = { ...process.env, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn('python3', args, { env });
  child.stdin.end(input);
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`the client does not read the topics: ${stderr}`);
  return stdout;
}

function toDecoded(lines: string, names: readonly string[]): DecodedTopics {
  const topics = new Map<string, DecodedMessage[]>(names.map((name) => [name, []]));
  let types: DecodedTopics['types'] = {};
  for (const line of lines.split('\n').filter((one) => one !== '')) {
    const read = JSON.parse(line) as (DecodedMessage & { topic: string }) | Pick<DecodedTopics, 'types'>;
    if ('types' in read) types = read.types;
    else topics.get(read.topic)?.push(read);
  }
  return { topics, types };
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/subjects`).then(
    ({ status }) => status === 200,
    () => false,
  );
}
