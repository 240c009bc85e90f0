import type { DetailedPeerCertificate, PeerCertificate } from 'node:tls';

/**
 * Returns the canonical form of a certificate's subject: its attributes, sorted, as `CN=worker,O=Acme`. Commas and
 * backslashes in a value are escaped (RFC 4514, section 2.4).
 */
export function subjectOf({ subject }: Pick<PeerCertificate | DetailedPeerCertificate, 'subject'>): string {
  const attributes = Object.entries(subject).flatMap(([type, value]) =>
    [value].flat().map((one): Attribute => ({ type, value: String(one) })),
  );
  return format(attributes);
}

/**
 * Parses a subject that a person wrote, for example `CN=worker, O=Acme`, into its canonical form. Throws an Error whose
 * message continues a sentence that starts with the name of the flag.
 */
export function parseSubject(written: string): string {
  const attributes = (written.match(/(?:[^,\\]|\\.)+/g) ?? []).map((part): Attribute => {
    const [, type = '', value = ''] = /^\s*([A-Za-z][A-Za-z0-9.]*|\d+(?:\.\d+)+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    return { type: type.length <= 2 ? type.toUpperCase() : type, value: value.replace(/\\(.)/g, '$1') };
  });
  if (attributes.length === 0 || attributes.some(({ type, value }) => type === '' || value === ''))
    throw new Error('takes the subject of a certificate such as "CN=worker,O=Acme"');
  return format(attributes);
}

interface Attribute {
  type: string;
  value: string;
}

function format(attributes: readonly Attribute[]): string {
  return attributes
    .map(({ type, value }) => `${type}=${value.replace(/[\\,]/g, '\\$&')}`)
    .sort()
    .join(',');
}
