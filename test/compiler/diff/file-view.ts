import type { Issue, SpecModule } from '../../../compiler/kernel/model/contract.ts';

/** One record as a module reads it. */
export interface RecordView {
  /** Its byte offset. */
  readonly at: number;
  /** The highest severity: 0 none, 1 WARNING, 2 ERROR, 3 FATAL. */
  readonly verdict: number;
  /** The codes of its structure issues. */
  readonly structure: string;
  readonly issues: readonly Issue[];
  /** The members of its event, as in the JSON text; null if it is not published. */
  readonly event: ReadonlyMap<string, string> | null;
  readonly key: string | null;
}

/** A file as a module reads it. */
export interface FileView {
  readonly records: readonly RecordView[];
  /** The code of the failure; null if the whole file is read. */
  readonly failure: string | null;
}

const RANK = { WARNING: 1, ERROR: 2, FATAL: 3 } as const;

/** Reads a file twice: with `read` for positions and issues, and in batches for events. */
export async function viewFile(module: SpecModule, file: Uint8Array, today: string): Promise<FileView> {
  const events = eventsOf(module, file, today);
  const records: RecordView[] = [];
  try {
    for await (const { byteOffset, outcome, issues } of module.read(chunks(file), { today })) {
      const event = outcome === 'processed' ? events.shift() : undefined;
      records.push({
        at: byteOffset,
        verdict: Math.max(0, ...issues.map(({ severity }) => RANK[severity])),
        structure: issues
          .filter(({ field }) => field === null)
          .map(({ code }) => code)
          .join(),
        issues,
        event: event?.members ?? null,
        key: event?.key ?? null,
      });
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.name === 'FileFailure')
      return { records, failure: String(error.code) };
    throw error;
  }
  return { records, failure: null };
}

async function* chunks(file: Uint8Array): AsyncGenerator<Uint8Array> {
  yield file;
}

function eventsOf(
  module: SpecModule,
  file: Uint8Array,
  today: string,
): { members: ReadonlyMap<string, string>; key: string | null }[] {
  const transformer = module.createTransformer({ today });
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return [...transformer.push(file), ...transformer.end()].flatMap(({ bytes, ends, keys, keyEnds }) =>
    [...ends].map((end, i) => {
      const key = decoder.decode(keys.subarray(keyEnds[i - 1] ?? 0, keyEnds[i]));
      return {
        members: membersOf(decoder.decode(bytes.subarray(ends[i - 1] ?? 0, end))),
        key: key === '' ? null : key,
      };
    }),
  );
}

/** Parses a flat JSON object without parsing its values, so that the digits of numbers are kept. */
function membersOf(json: string): ReadonlyMap<string, string> {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|true|false|null|-?[0-9]+(?:\.[0-9]+)?/g) ?? [];
  return new Map(tokens.flatMap((token, i) => (i % 2 === 0 ? [[String(JSON.parse(token)), tokens[i + 1] ?? '']] : [])));
}
