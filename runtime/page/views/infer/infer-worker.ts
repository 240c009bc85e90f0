/** The worker that drafts a spec from a file. It is a bundle of its own, which the page loads for the first draft. */
import { type CreateModule, inferRated, NoDraft, specNameOf } from '../../../../compiler/browser-infer.ts';
import type { SpecModule } from '../../../../compiler/kernel/model/contract.ts';
import { compressionOf, HEAD_BYTES } from '../../../reading/source/decompress/compression.ts';
import type { InferMessage, InferRequest } from './messages.ts';

/** The draft is made from this much of the file, like that of `specmill infer`. */
const SAMPLE_BYTES = 4 * 1024 * 1024;

let onCompiled: ((answer: Exclude<InferRequest, { kind: 'infer' }>) => void) | null = null;

self.addEventListener('message', ({ data }: MessageEvent<InferRequest>) => {
  if (data.kind !== 'infer') return onCompiled?.(data);
  infer(data.file, data.fileName).then(send, (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    send({ kind: 'refused', message: error instanceof NoDraft ? `No spec can be drafted from it: ${reason}` : reason });
  });
});

async function infer(file: Blob, fileName: string): Promise<InferMessage> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  const compression = compressionOf(bytes.subarray(0, HEAD_BYTES));
  if (compression !== null)
    throw new Error(`The file is compressed (${compression}). Unpack it and use the file in it.`);
  const isWhole = file.size <= SAMPLE_BYTES;
  const detected = { format: null, recordPath: null, schema: null };
  const sample = { bytes, isWhole, fileName, name: specNameOf(fileName), ...detected };
  const { yaml, rating, verdict } = await inferRated(sample, createModule);
  const { records, accepted } = rating;
  return { kind: 'drafted', draft: { yaml, records, accepted, isWhole, undecided: verdict.undecided } };
}

/** The service compiles the draft, because the compiler needs TypeScript. The sample stays here. */
const createModule: CreateModule = async ({ text }) => {
  const answer = new Promise<Exclude<InferRequest, { kind: 'infer' }>>((resolve) => {
    onCompiled = resolve;
  });
  send({ kind: 'compile', text });
  const compiled = await answer;
  if (compiled.kind === 'not-compiled') throw new Error(compiled.message);
  const url = URL.createObjectURL(new Blob([compiled.moduleText], { type: 'text/javascript' }));
  // The cast is safe: the service has compiled the module.
  return (await import(url)) as SpecModule;
};

function send(message: InferMessage): void {
  self.postMessage(message);
}
