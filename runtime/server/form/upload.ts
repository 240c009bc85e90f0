import { setImmediate } from 'node:timers/promises';
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import type { ReceiveOptions, SpooledFile } from '../../reading/source/spool.ts';
import { readBody } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import {
  FIELD_BYTES,
  FILE_PART,
  FORM_BYTES,
  HEADER_BYTES,
  malformed,
  MAX_PARTS,
  NAME_CHARACTERS,
  openParser,
  TICK_BYTES,
} from './form-parser.ts';

/** The callbacks and the limit for receiving a form. */
export interface Upload {
  /** Stores the file while it is received. If it rejects, it must leave nothing of the file. */
  receive(chunks: AsyncIterable<Uint8Array>, file: ReceiveOptions): Promise<SpooledFile>;
  /** Removes a file that was received completely. Called if the form is invalid. */
  discard(file: SpooledFile): Promise<void>;
  /** Size limit of the file, in bytes. */
  maxFileBytes: number;
  /** Called for each field as soon as it is received. If it throws, the upload ends with that error. */
  onField(name: string, value: string): void;
}

/**
 * Receives a form (`multipart/form-data`, RFC 7578) and returns its file; null if it has none. The file is never held
 * in memory as a whole. Throws a Problem, ClientGone if the connection closes, and the errors of `upload.receive` and
 * `upload.onField`. Then nothing of the file is left.
 */
export async function receiveForm(request: Request, upload: Upload): Promise<SpooledFile | null> {
  const form = new FormReader(upload, openParser(request.headers));
  try {
    await readBody(request, upload.maxFileBytes + FORM_BYTES, (chunk) => form.write(chunk), form.failed);
    return await form.end();
  } catch (error) {
    await form.abandon(error);
    throw error;
  }
}

/** Reads the parts of a form. */
class FormReader {
  readonly #upload: Upload;
  readonly #parser: BusboyInstance;
  readonly #seen = new Set<string>();
  #stream: BusboyFileStream | null = null;
  #file: Promise<SpooledFile> | null = null;
  /** Aborted with the first error that occurred. It ends the upload. */
  readonly #failure = new AbortController();
  /** True after the end of the form. The body may contain more bytes, which are ignored. */
  #isFinished = false;
  /** Bytes that were written in the present tick, or shortly before it. */
  #tickBytes = 0;
  #wake: () => void = () => {};

  constructor(upload: Upload, parser: BusboyInstance) {
    this.#upload = upload;
    this.#parser = parser;
    parser.on('file', (name, stream, fileName) => this.#try(() => this.#takeFile(name, stream, fileName)));
    parser.on('field', (name, value, _, isTruncated) => this.#try(() => this.#takeField(name, value, isTruncated)));
    for (const limit of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => this.#fail(malformed(`it has more than ${MAX_PARTS} parts`)));
    parser.on('filesLimit', () => this.#fail(duplicatePart(FILE_PART)));
    parser.on('error', () => this.#fail(malformed('it does not end with its boundary')));
    parser.on('drain', () => this.#wake());
    parser.on('finish', () => {
      this.#isFinished = true;
      this.#wake();
    });
  }

  /** Aborted when the form cannot be received. Its reason is the error. */
  get failed(): AbortSignal {
    return this.#failure.signal;
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; at += TICK_BYTES) await this.#write(chunk.subarray(at, at + TICK_BYTES));
  }

  async #write(piece: Uint8Array): Promise<void> {
    this.#tickBytes += piece.length;
    if (this.#tickBytes > TICK_BYTES) {
      await setImmediate();
      this.#tickBytes = piece.length;
    }
    if (!this.#isFinished && !this.#parser.write(piece)) await this.#nextEvent();
    this.failed.throwIfAborted();
  }

  async end(): Promise<SpooledFile | null> {
    if (!this.#isFinished) this.#parser.end();
    await this.#nextEvent();
    this.failed.throwIfAborted();
    return this.#file;
  }

  /** Stops reading the form, and removes its file if it was received completely. */
  async abandon(reason: unknown): Promise<void> {
    this.#stream?.destroy(reason instanceof Error ? reason : new Error(String(reason)));
    const file = await this.#file?.catch(() => null);
    if (file !== null && file !== undefined) await this.#upload.discard(file);
  }

  #takeFile(name: string, stream: BusboyFileStream, fileName: string | undefined): void {
    this.#stream = stream.on('error', () => {});
    checkNames(name, fileName);
    this.#see(name);
    const { maxFileBytes } = this.#upload;
    this.#file = this.#upload.receive(stream, {
      fileName: fileName === undefined || fileName === '' ? 'file' : fileName,
      maxBytes: maxFileBytes,
    });
    this.#file.catch((error: unknown) => this.#fail(error));
  }

  #takeField(name: string | undefined, value: string, isTruncated: boolean): void {
    if (name === undefined) throw malformed('a part has no name');
    checkNames(name);
    this.#see(name);
    if (isTruncated)
      throw new Problem('too_large', `the field is larger than the limit of ${FIELD_BYTES} bytes`, { field: name });
    this.#upload.onField(name, value);
  }

  #see(name: string): void {
    if (this.#seen.has(name)) throw duplicatePart(name);
    this.#seen.add(name);
  }

  // Calls `take` and records its error. Without this, the parser would throw the error of a listener in the middle of
  // write().
  #try(take: () => void): void {
    try {
      take();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure.abort(error);
    this.#wake();
  }

  /** Waits until the parser can accept more bytes, has finished or has failed. */
  #nextEvent(): Promise<void> {
    return !this.failed.aborted && !this.#isFinished
      ? new Promise((resolve) => (this.#wake = resolve))
      : Promise.resolve();
  }
}

function checkNames(name: string, fileName = ''): void {
  if (name.length + fileName.length >= NAME_CHARACTERS)
    throw new Problem('too_large', `the headers of a part are larger than the limit of ${HEADER_BYTES} bytes`);
}

function duplicatePart(name: string): Problem {
  return new Problem('duplicate_part', `the part "${name}" occurs twice`, { field: name });
}
