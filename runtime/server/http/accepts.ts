/**
 * Returns true if Accept names this media type with a weight above 0 that is not below the weight of JSON (RFC 9110,
 * section 12.5.1). Wildcards do not count.
 */
export function accepts(headers: Headers, type: string): boolean {
  const ranges = (headers.get('accept') ?? '').split(',').map(readRange);
  const weight = ranges.find(({ range }) => range === type)?.weight ?? 0;
  const ofJson = ranges.find(({ range }) => range === 'application/json')?.weight ?? 0;
  return weight > 0 && weight >= ofJson;
}

function readRange(written: string): { range: string; weight: number } {
  const [range = '', ...parameters] = written.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { range, weight: weight === undefined ? 1 : Number(weight) || 0 };
}
