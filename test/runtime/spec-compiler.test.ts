import { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecText } from '../../compiler/index.ts';
import { CompilerBusy } from '../../runtime/state/registry/compile/compile-request.ts';
import {
  type CompileLimits,
  createSpecCompiler,
  type SpecCompiler,
} from '../../runtime/state/registry/compile/spec-compiler.ts';

/** The queue and the limits of the compiler. Its thread is replaced by one that does what the text of a spec says. */
const test = suite('the queue of the compiler');

const THREAD = `
const { parentPort } = require('node:worker_threads');
const { readlinkSync } = require('node:fs');
let threadName = null;
try { threadName = /\\d+$/.exec(readlinkSync('/proc/thread-self'))[0]; } catch {}
parentPort.postMessage({ kind: 'started', threadName });
const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
parentPort.on('message', ({ text }) => {
  if (text === 'never ends') sleep(Infinity);
  if (text === 'sleeps') sleep(1000);
  if (text === 'computes') for (;;);
  parentPort.postMessage({ kind: 'compiled', compilation: { module: null, diagnostics: [] } });
});`;

interface Started {
  compiler: SpecCompiler;
  threads(): number;
}

function start(limits: Partial<CompileLimits> = {}): Started {
  let threads = 0;
  const compiler = createSpecCompiler(
    (error) => assert.unreachable(error.message),
    limits,
    () => {
      threads++;
      return new Worker(THREAD, { eval: true, execArgv: [] });
    },
  );
  return { compiler, threads: () => threads };
}

const textOf = (text: string): SpecText => ({ text, path: 'spec', syntax: 'yaml' });
/** Returns a request, and how its client disconnects. */
const request = (caller: string) => {
  const controller = new AbortController();
  return { caller, signal: controller.signal, leave: () => controller.abort(new Error(`${caller} left`)) };
};
const reasonOf = (compiled: Promise<unknown>) =>
  compiled.then(
    () => null,
    (error: unknown) => error,
  );

test('a spec whose client has left is not compiled', async () => {
  const { compiler, threads } = start();
  const [running, waiting, patient] = [request('a'), request('b'), request('c')];
  const first = reasonOf(compiler.compile(textOf('never ends'), running));
  const second = reasonOf(compiler.compile(textOf('never ends'), waiting));
  const third = compiler.compile(textOf('compiles'), patient);
  waiting.leave();
  assert.match(String(await second), 'b left');
  running.leave();
  assert.match(String(await first), 'a left');
  assert.equal((await third).diagnostics, []);
  assert.is(threads(), 2);
  assert.match(String(await reasonOf(compiler.compile(textOf('never ends'), waiting))), 'b left');
  await compiler.close();
});

test('callers take turns', async () => {
  const { compiler } = start();
  const order: string[] = [];
  const send = (caller: string, name: string) =>
    compiler.compile(textOf('compiles'), request(caller)).then(() => order.push(name));
  await Promise.all([...['a1', 'a2', 'a3', 'a4'].map((name) => send('a', name)), send('b', 'b1'), send('c', 'c1')]);
  assert.equal(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  await compiler.close();
});

test('a caller with too many waiting specs is turned away, and another one is not', async () => {
  const { compiler } = start({ specsPerCaller: 1, specs: 3, charactersPerCaller: 20 });
  const running = request('a');
  const first = reasonOf(compiler.compile(textOf('never ends'), running));
  const waiting = compiler.compile(textOf('compiles'), request('a'));
  assert.instance(await reasonOf(compiler.compile(textOf('compiles'), request('a'))), CompilerBusy);
  assert.instance(await reasonOf(compiler.compile(textOf('x'.repeat(21)), request('b'))), CompilerBusy);
  const others = ['b', 'c'].map((caller) => compiler.compile(textOf('compiles'), request(caller)));
  assert.instance(await reasonOf(compiler.compile(textOf('compiles'), request('d'))), CompilerBusy);
  const own = compiler.compile(textOf('compiles'));
  running.leave();
  await Promise.all([first, waiting, ...others, own]);
  await compiler.close();
});

test('a spec that waits too long is turned away, and so is one that takes too long because of the load', async () => {
  const { compiler } = start({ maxWaitMs: 10, elapsedMs: 1000 });
  const first = reasonOf(compiler.compile(textOf('never ends'), request('a')));
  assert.instance(await reasonOf(compiler.compile(textOf('compiles'), request('b'))), CompilerBusy);
  assert.instance(await first, CompilerBusy);
  await compiler.close();
});

test('a spec that needs longer than a slice delays no other one, and two of them follow each other', async () => {
  const { compiler, threads } = start({ sliceMs: 100 });
  const [slow, slower] = [
    compiler.compile(textOf('sleeps'), request('a')),
    compiler.compile(textOf('sleeps'), request('a')),
  ];
  const began = performance.now();
  for (let i = 0; i < 3; i++) assert.equal((await compiler.compile(textOf('compiles'), request('b'))).diagnostics, []);
  const others = performance.now() - began;
  assert.equal((await slow).diagnostics, []);
  assert.ok(others < performance.now() - began, 'the others did not wait for the slow ones');
  assert.equal((await slower).diagnostics, []);
  assert.ok(threads() >= 3, `${threads()} threads`);
  assert.equal((await compiler.compile(textOf('compiles'), request('a'))).diagnostics, []);
  const left = request('c');
  const waiting = reasonOf(compiler.compile(textOf('never ends'), left));
  await new Promise((resolve) => setTimeout(resolve, 300));
  left.leave();
  assert.match(String(await waiting), 'c left');
  await compiler.close();
});

test('a slow spec can be left, closed and rejected in its own lane', async () => {
  const { compiler } = start({ sliceMs: 50, elapsedMs: 400 });
  const late = reasonOf(compiler.compile(textOf('never ends'), request('a')));
  const next = compiler.compile(textOf('never ends'));
  assert.instance(await late, CompilerBusy);
  assert.match((await next).diagnostics[0]?.message ?? '', /took longer than 0\.4 s/);
  const closed = compiler.compile(textOf('never ends'));
  await new Promise((resolve) => setTimeout(resolve, 150));
  await compiler.close();
  assert.is((await closed).diagnostics[0]?.code, 'compile_failed');
});

test('only processor time makes a spec too costly', async () => {
  const { compiler } = start({ processorMs: 300 });
  assert.equal((await compiler.compile(textOf('sleeps'), request('a'))).diagnostics, []);
  const { diagnostics } = await compiler.compile(textOf('computes'), request('a'));
  assert.equal(
    diagnostics.map(({ code, message }) => `${code}: ${message}`),
    ['spec_too_costly: the spec is too costly to compile: it needed more than 0.3 s of processor time'],
  );
  assert.equal((await compiler.compile(textOf('compiles'), request('a'))).diagnostics, []);
  await compiler.close();
});

test.run();
