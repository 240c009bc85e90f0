import type {
  Batch,
  Issue,
  Outcome,
  Position,
  RecordIssues,
  SpecModule,
  TransformOptions,
} from '../../compiler/kernel/model/contract.ts';

/**
 * A hand-written module. Each line is a record, and its first letter decides the outcome: `E` an ERROR, `W` a WARNING,
 * `F` FATAL, `C` a correction, `#` a line that is skipped, `X` a failure of the whole file.
 */
export const fakeModule: SpecModule = {
  spec: {
    name: 'fake',
    version: 'ab'.repeat(32),
    format: 'CSV',
    fields: [{ name: 'line', type: 'STRING', sensitive: false }],
  },
  // Of the options, only the start position matters here.
  async *read(source) {
    let byteOffset = 0;
    let line = 1;
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      for (const text of Buffer.from(chunk)
        .toString()
        .split(/(?<=\n)/)) {
        if (!text.startsWith('#'))
          return yield { record: 1, line, byteOffset, outcome: 'processed', value: null, issues: [] };
        byteOffset += Buffer.byteLength(text);
        line++;
      }
    }
  },
  check: () => [],
  createTransformer(options: TransformOptions = {}) {
    const state = new FakeState(options);
    return { push: (chunk) => state.push(chunk), end: () => state.end() };
  },
};

class FakeState {
  readonly #options: TransformOptions;
  #rest = Buffer.alloc(0);
  #position: Position;
  #batch = emptyBatch();
  #errors = 0;
  #isAtError = false;

  constructor(options: TransformOptions) {
    this.#options = options;
    this.#position = options.from ?? { byteOffset: 0, line: 0, record: 0, state: null };
  }

  *push(chunk: Uint8Array): Generator<Batch> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (let end = this.#rest.indexOf(10); end >= 0; end = this.#rest.indexOf(10)) {
      const line = this.#rest.toString('utf8', 0, end);
      this.#rest = this.#rest.subarray(end + 1);
      this.#read(line, end + 1);
      if (
        this.#isAtError ||
        this.#batch.records >= (this.#options.batchRecords ?? 1000) ||
        this.#batch.failure !== null
      )
        yield this.#take();
    }
  }

  *end(): Generator<Batch> {
    if (this.#rest.length > 0) this.#read(this.#rest.toString('utf8'), this.#rest.length);
    this.#rest = Buffer.alloc(0);
    yield this.#take();
  }

  #read(line: string, byteLength: number): void {
    const { byteOffset } = this.#position;
    const letters = line.slice(0, line.search(/[^A-Z#]|$/));
    this.#position = {
      byteOffset: byteOffset + byteLength,
      line: this.#position.line + 1,
      record: this.#position.record,
      state: null,
    };
    if (letters.includes('X')) this.#batch.failure = { code: 'MALFORMED_XML', message: 'broken' };
    else if (letters.includes('#')) this.#batch.otherLines++;
    else this.#readRecord(line, letters, { byteOffset, byteLength });
  }

  #readRecord(line: string, letters: string, place: { byteOffset: number; byteLength: number }): void {
    this.#position.record++;
    this.#batch.records++;
    if (letters.includes('C')) this.#batch.corrected++;
    const issues = [...letters]
      .filter((letter) => 'EWF'.includes(letter))
      .map(
        (letter): Issue => ({
          severity: letter === 'E' ? 'ERROR' : letter === 'W' ? 'WARNING' : 'FATAL',
          code: 'REGEX',
          ruleId: `rule-${letter}`,
          field: 'line',
          column: 'line',
          message: `broken ${letter}`,
          value: line,
        }),
      );
    if (issues.some(({ severity }) => severity !== 'WARNING'))
      this.#isAtError = ++this.#errors === this.#options.batchEndsAtError;
    const outcome: Outcome = letters.includes('F')
      ? 'failed'
      : letters.includes('E') && this.#options.skipInvalidRecords
        ? 'skipped'
        : 'processed';
    if (outcome === 'processed') this.#batch.messages.push(JSON.stringify({ line }));
    if (issues.length > 0)
      this.#batch.recordIssues.push({
        record: this.#position.record,
        line: this.#position.line,
        ...place,
        outcome,
        issues,
      });
  }

  #take(): Batch {
    const { messages, ...batch } = this.#batch;
    this.#batch = emptyBatch();
    this.#isAtError = false;
    const lineEnd = this.#options.lineFeeds === true ? '\n' : '';
    const wanted = this.#options.messages === false ? [] : messages.map((message) => Buffer.from(message + lineEnd));
    let end = 0;
    return {
      ...batch,
      firstRecord: this.#position.record - batch.records + 1,
      count: messages.length,
      bytes: Buffer.concat(wanted),
      ends: Uint32Array.from(wanted, (message) => (end += message.length)),
      keys: new Uint8Array(0),
      keyEnds: new Uint32Array(messages.length),
      warnings: [],
      next: { ...this.#position },
    };
  }
}

function emptyBatch(): {
  records: number;
  corrected: number;
  otherLines: number;
  recordIssues: RecordIssues[];
  failure: Batch['failure'];
  messages: string[];
} {
  return { records: 0, corrected: 0, otherLines: 0, recordIssues: [], failure: null, messages: [] };
}
