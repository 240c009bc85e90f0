import type { Service } from '../../service/service.ts';
import type { InferMessage, InferRequest, InferredDraft } from './messages.ts';

/** The build defines the file name of the worker, which contains a hash. */
declare const INFER_WORKER: string;

/**
 * Drafts a spec from a file in a worker. The file stays on this computer; the service compiles the draft of an XML file.
 * Rejects with an Error whose message is for the user. `signal` ends the worker, and the Promise then stays pending.
 */
export function inferFile({ client }: Service, file: File, signal: AbortSignal): Promise<InferredDraft> {
  const worker = new Worker(new URL(INFER_WORKER, import.meta.url), { type: 'module' });
  const ask = (request: InferRequest) => worker.postMessage(request);
  signal.addEventListener('abort', () => worker.terminate());
  const compile = async (text: string) => {
    const { compiled, diagnostics } = await client.checkDraft({ body: { text } }, { signal });
    if (compiled === null) throw new Error(diagnostics.map(({ message }) => message).join('. '));
    return compiled.module;
  };
  return new Promise<InferredDraft>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<InferMessage>) => {
      if (data.kind === 'drafted') return resolve(data.draft);
      if (data.kind === 'refused') return reject(new Error(data.message));
      compile(data.text).then(
        (moduleText) => ask({ kind: 'compiled', moduleText }),
        ({ message }: Error) => ask({ kind: 'not-compiled', message }),
      );
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker could not be started.')));
    ask({ kind: 'infer', file, fileName: file.name });
  }).finally(() => worker.terminate());
}
