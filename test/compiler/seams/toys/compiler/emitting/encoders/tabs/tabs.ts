import { code, join } from '../../code/literal.ts';
import { type Encoder, NULL_VALUE, TEXT_VALUE, type ValueReader } from '../model/encoder.ts';

/** TABS: the texts of the values with a tab between them. */
export const tabs: Encoder = {
  name: 'TABS',
  contentType: 'text/tab-separated-values',
  isLine: true,
  values: {
    doc: code`the texts of the values with tabs between them`,
    returns: 'Uint8Array',
    emit: (fields, value, scope) => [code`return ${scope.use('toTabs')}(${join(fields.map(value), ', ', '[', ']')});`],
  },
  bytes: {
    isInPlace: false,
    label: (_, isFirst) => (isFirst ? '' : '\t'),
    append: (_, place, scope) => code`${scope.use('appendTabs')}(output, length, ${place})`,
    endDoc: code`Returns the end of the message.`,
    emitEnd: () => [code`return length;`],
  },
  createValueReader: createReader,
  split: (text) => text.split('\t').map((cell, index) => ({ name: String(index), text: cell, value: unescape(cell) })),
};

function unescape(cell: string): string | null {
  if (cell === '\\N') return null;
  return cell.replace(/\\(.)/g, (_, own: string) => (own === 't' ? '\t' : own === 'n' ? '\n' : own));
}

function createReader(): ValueReader {
  let cells: string[] = [];
  const reader = {
    bytes: new Uint8Array(0),
    from: 0,
    to: 0,
    begin(message: Uint8Array, from: number, to: number) {
      cells = new TextDecoder().decode(message.subarray(from, to)).split('\t');
    },
    next() {
      const value = unescape(cells.shift() ?? '');
      reader.bytes = new TextEncoder().encode(value ?? '');
      reader.to = reader.bytes.length;
      return value === null ? NULL_VALUE : TEXT_VALUE;
    },
    end() {
      if (cells.length > 0) throw new Error('a message has more values than fields');
    },
  };
  return reader;
}
