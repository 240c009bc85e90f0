import { createHash, randomBytes } from 'node:crypto';
import type { Connector, RemoteFile } from '../../../runtime/connector/connector.ts';
import { ConnectorFailure } from '../../../runtime/connector/failure.ts';
import { hash, type Subject } from './contract.ts';

const LARGE_BYTES = (process.env['SPECMILL_LONG'] ? 1024 : 64) * 1024 * 1024;
const BLOCK_BYTES = 4 * 1024 * 1024;

/**
 * Reads the large file, and breaks the connection after the half. Resumes as the connector can. Returns the SHA-256 of the
 * content, and the codes of the failures.
 */
export async function readAcross(
  connector: Connector,
  cut: () => void | Promise<void>,
): Promise<{ digest: string; codes: string[] }> {
  const codes: string[] = [];
  let hashed = createHash('sha256');
  let position = 0;
  let file: RemoteFile | null = null;
  for (;;) {
    try {
      const from: number = connector.capabilities.canResume ? position : 0;
      if (from === 0) [hashed, position] = [createHash('sha256'), 0];
      const content = await connector.read('large.bin', {
        from,
        ...(file === null ? {} : { ifVersion: file.version }),
      });
      file = content.file;
      for await (const chunk of content.bytes) {
        hashed.update(chunk);
        const isHalf = position < LARGE_BYTES / 2 && position + chunk.length >= LARGE_BYTES / 2;
        position += chunk.length;
        if (isHalf && codes.length === 0) await cut();
      }
      return { digest: hashed.digest('hex'), codes };
    } catch (error) {
      if (!(error instanceof ConnectorFailure) || codes.length > 2) throw error;
      codes.push(error.code);
    }
  }
}

/** Writes the large file with a connector, and returns its SHA-256. */
export async function writeLarge(connector: Connector): Promise<string> {
  const hashed = createHash('sha256');
  const block = randomBytes(BLOCK_BYTES);
  const writer = await connector.write('large.bin');
  for (let at = 0; at < LARGE_BYTES; at += BLOCK_BYTES) {
    block.writeUInt32LE(at / BLOCK_BYTES);
    hashed.update(block);
    await writer.write(block);
  }
  await writer.commit();
  return hashed.digest('hex');
}

/** Writes the large file on the server directly, and returns its SHA-256. */
export async function putLarge({ put }: Subject): Promise<string> {
  const bytes = randomBytes(LARGE_BYTES);
  await put('large.bin', bytes);
  return hash(bytes);
}
