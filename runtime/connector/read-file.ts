import type { Connector, RemoteContent } from './connector.ts';
import { ConnectorFailure } from './failure.ts';

/** How often the reading of one file continues on a new connection. */
const MAX_RESUMES = 3;

/** The file to read, and the version that it must have. */
export interface ReadInput {
  readonly path: string;
  readonly version: string;
  readonly signal: AbortSignal;
}

/**
 * Yields the content of a file. If the connection is lost, reading continues at the next byte on another connection, if
 * the system permits that, at most three times. A chunk may be overwritten when the next one is requested. Throws
 * ConnectorFailure, with the code `source_changed` if the file has another version or changes while it is read, and the
 * reason of `signal`.
 */
export async function* readFile(
  connector: Connector,
  { path, version, signal }: ReadInput,
): AsyncGenerator<Uint8Array, void, void> {
  for (let from = 0, resumes = 0; ; resumes++) {
    const content = await connector.read(path, { from, ifVersion: version });
    // A server that sends nothing must not delay the end.
    const cancel = (): void => void endReading(content);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      for await (const chunk of content.bytes) {
        signal.throwIfAborted();
        from += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!canResume(error, connector) || from === 0 || resumes === MAX_RESUMES) throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      await endReading(content);
    }
  }
}

function canResume(error: unknown, { capabilities }: Connector): boolean {
  return capabilities.canResume && error instanceof ConnectorFailure && error.isHostFailure;
}

async function endReading(content: RemoteContent): Promise<void> {
  // After the end of the content, this does nothing. A connection that cannot be ended has failed already.
  await content.cancel().catch(() => {});
}
