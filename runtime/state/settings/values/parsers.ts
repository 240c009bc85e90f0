import { resolve } from 'node:path';

/** Returns the text unchanged. */
export const parseText = (written: string): string => written;

/** Parses a whole number of 0 or more. Throws an Error for any other text, or if the number is not a safe integer. */
export function parseCount(written: string): number {
  const count = Number(written);
  if (!/^\d+$/.test(written) || !Number.isSafeInteger(count)) throw new Error('takes a whole number, 0 or more');
  return count;
}

/**
 * Parses a size into bytes, rounded up: `10GiB`, `16MiB`, `512k`, or a number of bytes without a unit. `k` and `KiB`
 * mean 1,024 bytes, `kB` means 1,000 bytes, and likewise for M, G and T. Throws an Error for any other text, for a size
 * below 1 byte, and for one that is not a safe integer.
 */
export function parseSize(written: string): number {
  const [, digits = '', unit = '', binary = ''] = /^(\d+(?:\.\d+)?)\s*([KMGT]?)(i?B?)$/i.exec(written) ?? [];
  const size =
    Number(digits) * (unit !== '' && /^b$/i.test(binary) ? 1000 : 1024) ** ' KMGT'.indexOf(unit.toUpperCase() || ' ');
  if (digits === '' || !Number.isSafeInteger(Math.ceil(size)) || size < 1)
    throw new Error('takes a size such as 16MiB or 10GiB');
  return Math.ceil(size);
}

/** Parses a size like parseSize(), and also `0`. Throws an Error for any other text. */
export function parseSizeOrZero(written: string): number {
  return written === '0' ? 0 : parseSize(written);
}

/**
 * Parses a duration into milliseconds: `7d`, `12h`, `30m`, `90s` or `0`. The number has at most six digits. Throws an
 * Error for any other text.
 */
export function parseDuration(written: string): number {
  const [, digits = '', unit = 's'] = /^(\d{1,6})([dhms])$/.exec(written) ?? (written === '0' ? ['', '0'] : []);
  if (digits === '') throw new Error('takes a time such as 7d, 12h or 30m');
  return Number(digits) * { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }[unit as 'd' | 'h' | 'm' | 's'];
}

/** Returns a URL with the scheme `http` or `https`, without user and password. Throws an Error for any other text. */
export function parseHttpUrl(written: string): string {
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new Error('takes a URL such as https://example.com/alerts, without user and password');
  return url.href;
}

/** Returns a namespace of Avro: names with dots between them. Throws an Error for any other text. */
export function parseNamespace(written: string): string {
  if (/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(written)) return written;
  throw new Error('takes names with dots between them, such as com.example.payments');
}

/** Parses a TCP port from 0 to 65535. Throws an Error for any other text. */
export function parsePort(written: string): number {
  const port = Number(written);
  if (!/^\d{1,5}$/.test(written) || port > 65535) throw new Error('takes a number from 0 to 65535');
  return port;
}

/** Parses a whole number from 1 to 9999. Throws an Error for any other text. */
export function parsePositive(written: string): number {
  const count = Number(written);
  if (!/^\d{1,4}$/.test(written) || count === 0) throw new Error('takes a whole number from 1 to 9999');
  return count;
}

/** Parses a number of columns from 1 to 1,000,000. Throws an Error for any other text. */
export function parseColumns(written: string): number {
  const columns = Number(written);
  if (!/^\d{1,7}$/.test(written) || columns === 0 || columns > 1_000_000)
    throw new Error('takes a whole number from 1 to 1000000');
  return columns;
}

/**
 * Parses `on`, `true`, `yes` and `1` as true, and `off`, `false`, `no` and `0` as false, in upper or lower case. Throws
 * an Error for any other text.
 */
export function parseSwitch(written: string): boolean {
  if (/^(on|true|yes|1)$/i.test(written)) return true;
  if (/^(off|false|no|0)$/i.test(written)) return false;
  throw new Error('takes on or off');
}

/**
 * Returns the text unchanged if it is `embedded` or has the form of a Kafka URL: `kafka://` and a list of hosts. The
 * hosts are not checked here. Throws an Error for any other text.
 */
export function parseBroker(written: string): string {
  if (written === 'embedded' || /^kafka:\/\/[^/?#\s,]+(,[^/?#\s,]+)*\/?(\?\S*)?$/.test(written)) return written;
  throw new Error('takes "embedded" or kafka://host:9092');
}

/**
 * Returns a parser that accepts one of `words`, in upper or lower case, and returns it in lower case. `words` must be
 * in lower case. The parser throws an Error for any other text.
 */
export function oneOf<const T extends string>(...words: T[]): (written: string) => T {
  return (written) => {
    const word = words.find((one) => one === written.toLowerCase());
    if (word === undefined) throw new Error(`takes one of ${words.join(', ')}`);
    return word;
  };
}

/** Parses a list of paths, separated by commas, into absolute paths. Throws an Error if one of them is empty. */
export function parsePaths(written: string): string[] {
  return written.split(',').map((path) => {
    if (path.trim() === '') throw new Error('takes folders, separated by commas');
    return resolve(path.trim());
  });
}

/** Parses a number of requests per second, `50/s`, from 1 to 1,000,000. Throws an Error for any other text. */
export function parseRate(written: string): number {
  const [, digits = ''] = /^(\d{1,7})\/s$/.exec(written) ?? [];
  const rate = Number(digits);
  if (rate < 1 || rate > 1_000_000) throw new Error('takes a rate such as 50/s');
  return rate;
}
