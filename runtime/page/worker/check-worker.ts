/** The worker that reads a file with the module of a spec. The page stays responsive meanwhile. */
import { bindMaskKeys } from '../../base/model/bound-tables.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { FileLayout } from '../../../compiler/browser.ts';
import { compressionOf, HEAD_BYTES } from '../../reading/source/decompress/compression.ts';
import { listEdits } from '../file/edit-list.ts';
import { FileCheck } from '../file/file-check.ts';
import { readPreview } from '../file/preview.ts';
import { createPage } from '../file/record-page.ts';
import type { CheckAnswer, CheckRequest, WorkerMessage, WorkerRequest } from './messages.ts';
import type { editCell } from '../file/edit-cell.ts';
import type { readRows } from '../file/workbook-rows.ts';
import { writePieces } from '../file/write-pieces.ts';

const PROGRESS_MS = 250;
let current: { check: FileCheck; layout: FileLayout } | null = null;

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  handle(data).then(
    (value) => send({ kind: 'answer', id: data.id, value }),
    (error: unknown) =>
      send({ kind: 'refused', id: data.id, message: error instanceof Error ? error.message : String(error) }),
  );
});

async function handle(request: WorkerRequest) {
  if (request.kind === 'check') return startCheck(request.check);
  if (current === null) throw new Error('no file was checked');
  const { check, layout } = current;
  switch (request.kind) {
    case 'page':
      return createPage(check, layout, request.page);
    case 'edit':
      return edit(check, layout, request.edit);
    case 'edits':
      if (request.clears) check.edits.clear();
      return listEdits(check, request.showsSensitive);
    case 'preview':
      return readPreview(check, request.showsSensitive);
    case 'recheck':
      return recheck(check);
    case 'repaired':
      return check.edits.apply(check.file);
    case 'download':
      return download(check, request);
    default:
      return request satisfies never;
  }
}

async function startCheck(request: CheckRequest) {
  const { file, fileName, layout, specWarnings, skipInvalidRecords } = request;
  // Nothing is published here, so the keys of masks stay in the service.
  const module = bindMaskKeys(await withTables(await loadModule(request), request.tables), 'PREVIEW');
  const { workbook } = module.spec;
  const compression = compressionOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if (compression !== null && module.spec.isBinary !== true && workbook === undefined)
    throw new Error(`The file is compressed (${compression}). Unpack it and check the file in it.`);
  const content = workbook === undefined ? file : await readWorkbook(file, workbook);
  const check = new FileCheck({ file: content, fileName, module, skipInvalidRecords, specWarnings });
  current = { check, layout };
  const later = loadLater();
  later.catch(() => {});
  let last = performance.now();
  await check.read((bytes) => {
    if (performance.now() - last < PROGRESS_MS) return;
    last = performance.now();
    send({ kind: 'progress', bytes, result: { ...check.result, errors: [] } });
  });
  // Without them, the file is checked all the same.
  await later.catch(() => {});
  return answerOf(check);
}

/** A file of at most this size is read again after each edit, which takes less than a second. */
const MAX_RECHECKED_BYTES = 64 * 1024 * 1024;

/** Checks the file with the edits. Returns null if it is too large. */
async function recheck({ file, edits, module, info }: FileCheck): Promise<CheckAnswer | null> {
  if (file.size > MAX_RECHECKED_BYTES) return null;
  const { fileName, options, spec } = info;
  const checked = { fileName, module, skipInvalidRecords: options.skipInvalidRecords };
  const repaired = new FileCheck({ ...checked, file: edits.apply(file), specWarnings: spec.warnings ?? [] });
  await repaired.read(() => {});
  return answerOf(repaired);
}

function answerOf({ result, issues }: FileCheck): CheckAnswer {
  return { result: { ...result, errors: [] }, counts: issues.counts, examples: issues.examples };
}

/** What is needed after a check. It is loaded while the file is read, because the page may be offline afterwards. */
const loadLater = () => Promise.all([import('../file/edit-cell.ts'), import('../file/downloads.ts')]);

/** Edits a cell. */
async function edit(...edited: Parameters<typeof editCell>): ReturnType<typeof editCell> {
  const [{ editCell: change }] = await loadLater();
  return change(...edited);
}

async function download(check: FileCheck, { download: kind, to }: Extract<WorkerRequest, { kind: 'download' }>) {
  const [, { createDownload }] = await loadLater();
  return saveDownload(createDownload(check, kind), to);
}

/** Returns a module with its reference tables. Most specs have none. */
async function withTables(module: SpecModule, files: CheckRequest['tables']): Promise<SpecModule> {
  if (module.spec.reference === undefined) return module;
  const tables = await import('../file/reference-tables.ts');
  return tables.bindTableFiles(module, files);
}

/** Returns the rows of a workbook. Most files are none, so the code that reads them is loaded for them only. */
async function readWorkbook(file: Blob, place: Parameters<typeof readRows>[1]): Promise<Blob> {
  const workbooks = await import('../file/workbook-rows.ts');
  return workbooks.readRows(file, place);
}

async function loadModule({ moduleUrl, moduleText, version }: CheckRequest): Promise<SpecModule> {
  const url =
    moduleText === null ? moduleUrl : URL.createObjectURL(new Blob([moduleText], { type: 'text/javascript' }));
  // The cast is safe: the service has compiled the module.
  const module = (await import(url)) as SpecModule;
  if (module.spec.version !== version)
    throw new Error('The spec was replaced a moment ago. Reload the page and check the file again.');
  return module;
}

function send(message: WorkerMessage): void {
  self.postMessage(message);
}

/** The browser moves Blobs of this size to its disk. */
const BLOB_BYTES = 8 * 1024 * 1024;

/**
 * Writes pieces to a file on disk and returns null. If there is no file, returns a Blob with all pieces. The browser may
 * store a large Blob on its disk. If a piece fails, the file on disk remains as it was.
 */
async function saveDownload(pieces: AsyncIterable<Uint8Array>, to: FileSystemFileHandle | null): Promise<Blob | null> {
  if (to === null) return collect(pieces);
  await writePieces(pieces, to);
  return null;
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Blob> {
  const blobs: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    waiting.push(piece.slice());
    bytes += piece.length;
    if (bytes < BLOB_BYTES) continue;
    blobs.push(new Blob(waiting));
    waiting = [];
    bytes = 0;
  }
  return new Blob([...blobs, ...waiting]);
}
