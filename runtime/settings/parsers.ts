/** A text, as it is written. */
export const parseText = (written: string): string => written;

/** A whole number from 0 on. */
export function parseCount(written: string): number {
  const count = Number(written);
  if (!/^\d+$/.test(written) || !Number.isSafeInteger(count)) throw new Error('takes a whole number, 0 or more');
  return count;
}

/** A size in bytes: `10GiB`, `16MiB`, `512k`; units count in 1,024s, those with a plain `B` (`MB`) in 1,000s. */
export function parseSize(written: string): number {
  const [, digits = '', unit = '', binary = ''] = /^(\d+(?:\.\d+)?)\s*([KMGT]?)(i?B?)$/i.exec(written) ?? [];
  const size =
    Number(digits) * (unit !== '' && /^b$/i.test(binary) ? 1000 : 1024) ** ' KMGT'.indexOf(unit.toUpperCase() || ' ');
  if (digits === '' || !Number.isSafeInteger(Math.ceil(size)) || size < 1)
    throw new Error('takes a size such as 16MiB or 10GiB');
  return Math.ceil(size);
}

/** A time in milliseconds: `7d`, `12h`, `30m`, `90s`; `0`: none at all. */
export function parseDuration(written: string): number {
  const [, digits = '', unit = 's'] = /^(\d{1,6})([dhms])$/.exec(written) ?? (written === '0' ? ['', '0'] : []);
  if (digits === '') throw new Error('takes a time such as 7d, 12h or 30m');
  return Number(digits) * { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }[unit as 'd' | 'h' | 'm' | 's'];
}

/** A TCP port: 0 to 65535. */
export function parsePort(written: string): number {
  const port = Number(written);
  if (!/^\d{1,5}$/.test(written) || port > 65535) throw new Error('takes a number from 0 to 65535');
  return port;
}

/** A whole number from 1 to 9999. */
export function parsePositive(written: string): number {
  const count = Number(written);
  if (!/^\d{1,4}$/.test(written) || count === 0) throw new Error('takes a whole number from 1 to 9999');
  return count;
}

/** `on`, `true`, `yes` or `1`; `off`, `false`, `no` or `0`. */
export function parseSwitch(written: string): boolean {
  if (/^(on|true|yes|1)$/i.test(written)) return true;
  if (/^(off|false|no|0)$/i.test(written)) return false;
  throw new Error('takes on or off');
}

/** `embedded`, or a Kafka URL. Returns the text unchanged. */
export function parseBroker(written: string): string {
  if (written === 'embedded' || /^kafka:\/\/[^/?#\s,]+(,[^/?#\s,]+)*\/?(\?\S*)?$/.test(written)) return written;
  throw new Error('takes "embedded" or kafka://host:9092');
}

/** Returns a parser that accepts one of `words`, in any case. */
export function oneOf<const T extends string>(...words: T[]): (written: string) => T {
  return (written) => {
    const word = words.find((one) => one === written.toLowerCase());
    if (word === undefined) throw new Error(`takes one of ${words.join(', ')}`);
    return word;
  };
}
