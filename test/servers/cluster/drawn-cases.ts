import { gzipSync } from 'node:zlib';
import { readAndCheck } from '../../../compiler/index.ts';
import { drawDocumentFile, drawDocumentSpec } from '../../readers/parity/record-types/document-draft.ts';
import { drawFile, drawSpec } from '../../readers/parity/record-types/draft.ts';
import { drawDocument, drawXmlSpec } from '../../readers/parity/record-types/xml-draft.ts';
import { loadModule } from '../../support/load-module.ts';
import { type Random, randomOf } from '../../support/random.ts';
import type { DividedCase } from './divided-cases.ts';

/** A spec, and what draws a file of it. */
interface Drawn {
  readonly spec: object;
  draw(random: Random): string;
}

const KINDS: readonly ((seed: number, index: number) => Drawn)[] = [drawTypes, drawDocuments, drawXml];

/**
 * Draws specs without errors: record types with rules of the file, documents of lines, and XML. Their files have at least
 * `bytes` bytes. Some are compressed. Of the first file, messages are published.
 */
export async function drawCases(
  seed: number,
  { number, bytes }: { number: number; bytes: number },
): Promise<DividedCase[]> {
  const cases: DividedCase[] = [];
  for (let index = 0; cases.length < number; index++) {
    const { spec: drawn, draw } = (KINDS[cases.length % KINDS.length] ?? drawTypes)(seed, index);
    const name = `drawn-${cases.length}`;
    const spec = JSON.stringify({ ...drawn, name });
    if (readAndCheck({ text: spec, path: 'drawn.json', syntax: 'json' }).spec === null) continue;
    const random = randomOf(seed, index);
    const text = drawUntil(draw, bytes, random);
    const options = drawOptions(random);
    if (cases.length === 0 && ('maxErrors' in options || !(await hasMessages(spec, text)))) continue;
    cases.push({ name, spec, file: random.oneIn(5) ? gzipSync(text) : text, options, ordering: 'ANY' });
  }
  return cases;
}

/** Whether a run of a file publishes messages, because no FATAL issue of the file forbids it. */
async function hasMessages(spec: string, text: string): Promise<boolean> {
  const module = await loadModule({ text: spec, path: 'drawn.json', syntax: 'json' });
  const transformer = module.createTransformer({ today: '2026-01-01', fileName: 'f' });
  const batches = [...transformer.push(Buffer.from(text)), ...transformer.end()];
  const isFatal = ({ severity }: { severity: string }) => severity === 'FATAL';
  if (batches.some(({ failure, fileIssues = [] }) => failure !== null || fileIssues.some(isFatal))) return false;
  return batches.some(({ count }) => count > 0);
}

function drawUntil(draw: Drawn['draw'], bytes: number, random: Random): string {
  let text = draw(random);
  while (text.length < bytes) text = join(text, draw(random));
  return text;
}

/** Puts two files into one: lines after each other, or the elements of two XML documents below one root. */
function join(text: string, other: string): string {
  const end = text.lastIndexOf('</all>');
  const [, content] = /<all[^>/]*>([^]*)<\/all>/.exec(other) ?? [];
  if (!/^[^a-zA-Z0-9]*<(?:\?xml|all)/.test(text)) return text + other;
  if (end < 0) return other;
  return content === undefined ? text : `${text.slice(0, end)}${content}${text.slice(end)}`;
}

function drawOptions(random: Random): Record<string, string> {
  return {
    ...(random.oneIn(3) && { maxErrors: String(random.below(400)) }),
    ...(random.oneIn(4) && { maxRejectedDocuments: String(random.below(40)) }),
    ...(random.oneIn(4) && { maxErrors: `${random.below(90)} %` }),
  };
}

function drawTypes(seed: number, index: number): Drawn {
  const drawn = drawSpec(seed, index);
  return { spec: drawn.spec, draw: (random) => drawFile(drawn, seed + random.below(1_000_000), index) };
}

const MAX_MESSAGE_BYTES = 1_000_000;

function drawDocuments(seed: number, index: number): Drawn {
  const drawn = drawDocumentSpec(randomOf(seed + 6000, index));
  // Topics accept messages of 1 MiB.
  const spec = { ...drawn.spec, maxDocumentBytes: MAX_MESSAGE_BYTES };
  return { spec, draw: (random) => drawDocumentFile(drawn, random, 40, random.pick([1, 3, 100])) };
}

function drawXml(seed: number, index: number): Drawn {
  const drawn = drawXmlSpec(seed, index);
  const recordTypes = drawn.recordTypes.map((type, at) => (at % 3 === 2 ? { ...type, reject: 'WHOLE' } : type));
  return {
    spec: { ...drawn, recordTypes },
    draw: (random) => drawDocument(drawn.recordTypes, seed + random.below(1000), index).text,
  };
}
