import type { ByteInput } from '../input/byte-input.ts';
import { LineFinder } from '../lines/line-finder.ts';
import type { LineFormat } from '../lines/line-format.ts';
import { LineRecordSource } from '../lines/record-source.ts';
import { RecordSplitter } from '../lines/record-splitter.ts';
import type { Position, Warning } from '../model/contract.ts';
import { END, type ReadResult, type RecordSource } from '../model/record-source.ts';
import { AT_END, type FindingPlaces, orderWarnings, type PlacedWarning } from '../model/warning-order.ts';
import type { JsonRecord } from './fields/json-record.ts';
import type { JsonFileSettings } from './file-records.ts';
import { JsonLineParser } from './line-parser.ts';
import type { UnreadMembers } from './fields/unread-members.ts';

/** A source that returns the records of a file of JSON one after another. */
export type JsonRecordSource<Column extends string = string> = RecordSource<JsonRecord<Column>>;

/** A source whose warnings can be ordered among others. */
export interface PlacedJsonSource<Column extends string = string> extends JsonRecordSource<Column> {
  readonly places: FindingPlaces;
  /** Returns what `takeWarnings` returns, with the places. */
  takePlaced(): PlacedWarning[];
}

/**
 * Creates a source for a file of JSON Lines: each line that is not blank is a record. `from` is the position at which a
 * resumed run continues. Undefined: the beginning of the file.
 */
export function createJsonLinesSource<Column extends string>(
  settings: JsonFileSettings<Column>,
  input: ByteInput,
  from: Position | undefined,
): PlacedJsonSource<Column> {
  const { maxRecordBytes, onNoRecords } = settings;
  const form: LineFormat = {
    settings: { skipTop: 0, skipBottom: 0, maxRecordBytes },
    isText: true,
    titles: null,
    scanner: new LineFinder(input.window),
    endFinder: null,
    isComment: () => false,
    findBlankEnd: (start, end) => skipBlanks(input.window.bytes, start, end),
  };
  const splitter = new RecordSplitter(input, form, from?.line ?? 0);
  const parser = new JsonLineParser(settings, from ?? null);
  const options = { input, splitter, parser, hasHeader: false, onNoRecords, from: from ?? null };
  return new JsonLinesSource(options, parser.unread);
}

/** The records of a file of JSON Lines. */
class JsonLinesSource<Column extends string>
  extends LineRecordSource<JsonRecord<Column>>
  implements PlacedJsonSource<Column>
{
  readonly expectedText = 'OBJECTS';
  readonly #unread: UnreadMembers;
  #hasEnded = false;

  constructor(options: ConstructorParameters<typeof LineRecordSource<JsonRecord<Column>>>[0], unread: UnreadMembers) {
    super(options);
    this.#unread = unread;
  }

  override next(final: boolean): ReadResult {
    const found = super.next(final);
    if (found === END) this.#hasEnded = true;
    return found;
  }

  get places(): FindingPlaces {
    return this.#unread.places;
  }

  takePlaced(): PlacedWarning[] {
    const isEnd = this.#hasEnded;
    this.#hasEnded = false;
    // Lines of JSON have no warnings but the one that the file has no record.
    const ofFile = super.takeWarnings().map((warning): PlacedWarning => ({ at: AT_END, warning }));
    return [...this.#unread.take(isEnd), ...ofFile];
  }

  override takeWarnings(): Warning[] {
    return orderWarnings(this.takePlaced());
  }
}

function skipBlanks(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  return at;
}
