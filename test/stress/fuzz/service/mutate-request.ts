import type { Random } from '../../../support/random.ts';
import { type Material, mutate } from '../mutate.ts';
import { specTokens, tokensOf } from '../tokens.ts';
import { HEADER_NAMES, HEADER_VALUES, HOSTILE_TEXTS, WIRE_TOKENS } from './hostile-values.ts';
import { mutateJson, writeJson } from './mutate-json.ts';
import { createPart, isForm, type Part, type WireRequest } from './wire-request.ts';

type Change = (request: WireRequest, random: Random) => WireRequest;

/** Pieces of HTTP, to insert into the head of a request or a part. */
export const wireTokens = WIRE_TOKENS.map((text) => Buffer.from(text, 'latin1')) as unknown as Material['tokens'];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'] as const;
const csvTokens = tokensOf('CSV');
const yamlTokens = specTokens();

/** Returns the request with one or more changes of its structure. */
export function mutateRequest(request: WireRequest, random: Random): WireRequest {
  let changed = request;
  for (let changes = random.oneIn(3) ? 1 + random.below(3) : 1; changes > 0; changes--)
    changed = random.pick(CHANGES)(changed, random);
  return changed;
}

const changeMethod: Change = (request, random) => ({ ...request, method: random.pick(METHODS) });

const changeSegment: Change = (request, random) => {
  const [path = '', query] = request.target.split('?', 2);
  const segments = path.split('/');
  segments[random.below(segments.length)] = hostileText(random);
  return { ...request, target: segments.join('/') + (query === undefined ? '' : `?${query}`) };
};

const changeQuery: Change = (request, random) => {
  const { target } = request;
  const pairs = [...target.matchAll(/[?&]([^=&]+)=/g)].map(([, name = '']) => name);
  const name = random.oneIn(2) ? (pairs[random.below(pairs.length)] ?? 'limit') : hostileText(random);
  const next = `${target.includes('?') ? '&' : '?'}${name}=${hostileText(random)}`;
  return { ...request, target: target + next };
};

/** Returns a hostile text as it occurs in a URL: sometimes encoded, never with a blank or a line end of its own. */
function hostileText(random: Random): string {
  const text = random.pick(HOSTILE_TEXTS);
  return random.oneIn(2) ? encodeURIComponent(Buffer.from(text).toString()) : text.replace(/[\s]/g, '+');
}

const changeHeader: Change = (request, random) => {
  const headers = [...request.headers];
  const at = random.below(headers.length);
  const value = random.oneIn(3) ? random.pick(HOSTILE_TEXTS) : random.pick(HEADER_VALUES);
  // A line end would be a different change: see mutateHead().
  const header = [random.pick(HEADER_NAMES), value.replace(/[\r\n]/g, ' ')] as const;
  if (random.oneIn(5)) headers.splice(at, 1);
  else if (random.oneIn(5)) headers.push(headers[at] ?? header);
  else headers.splice(at, random.below(2), header);
  return { ...request, headers };
};

const changeBody: Change = (request, random) => {
  const { body } = request;
  if (isForm(body)) return { ...request, body: changeParts(body, random) };
  const text = Buffer.from(body).toString('utf8');
  if (text.startsWith('{') && !random.oneIn(4)) {
    const value = parseJson(text);
    if (value !== undefined) return { ...request, body: Buffer.from(writeJson(mutateJson(value, random), random)) };
  }
  return { ...request, body: mutate(body, random, { tokens: yamlTokens, other: body }) };
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function changeParts(parts: readonly Part[], random: Random): readonly Part[] {
  const at = random.below(parts.length);
  const part = parts[at];
  const replaceBy = (...others: readonly Part[]) => [...parts.slice(0, at), ...others, ...parts.slice(at + 1)];
  if (part === undefined) return [createPart('file', 'id,amount\n', 'a.csv')];
  switch (random.below(8)) {
    case 0:
      return replaceBy();
    case 1:
      return replaceBy(part, part);
    case 2:
      return [part, ...parts.filter((each) => each !== part)];
    case 3:
      return replaceBy({ ...part, content: Buffer.from(random.pick(HOSTILE_TEXTS)) });
    case 4:
      return replaceBy({ ...part, headers: [...part.headers, random.pick(PART_HEADERS)] });
    case 5:
      return replaceBy({ ...part, headers: part.headers.map((line) => changeLine(line, random)) });
    case 6:
      return [...parts, createPart(random.pick(HOSTILE_TEXTS), random.pick(HOSTILE_TEXTS))];
    default:
      return replaceBy({
        ...part,
        content: mutate(part.content, random, { tokens: csvTokens, other: part.content }),
      });
  }
}

const PART_HEADERS = [
  'Content-Type: application/gzip',
  'Content-Type: application/zip',
  'Content-Type: multipart/mixed; boundary=YY',
  'Content-Transfer-Encoding: base64',
  'Content-Disposition: form-data; name="file"; filename="../../x"',
  'Content-Disposition: form-data; name="file"; filename*=utf-8\'\'%00',
  'Content-Disposition: attachment',
  `X-Long: ${'x'.repeat(17_000)}`,
  ': no name',
  'no colon',
] as const;

function changeLine(line: string, random: Random): string {
  return Buffer.from(mutate(Buffer.from(line), random, { tokens: wireTokens, other: Buffer.from(line) })).toString();
}

const CHANGES = [
  ...[changeBody, changeBody, changeBody, changeBody, changeBody, changeBody, changeHeader, changeHeader],
  ...[changeSegment, changeQuery, changeMethod],
] as unknown as readonly [Change, ...Change[]];
