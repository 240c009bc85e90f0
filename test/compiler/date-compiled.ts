import { transformSync } from 'esbuild';
import type { DateLayout } from '../../compiler/emitting/dates/plan/layout.ts';
import { planDatePattern } from '../../compiler/emitting/dates/plan/pattern.ts';
import { emitDatePartsReader, emitDateReader } from '../../compiler/emitting/dates/emit/reader.ts';
import { emitDateWriter } from '../../compiler/emitting/dates/emit/writer.ts';
import * as days from '../../compiler/kernel/values/dates/calendar.ts';
import * as offsets from '../../compiler/kernel/values/dates/offsets.ts';
import * as reading from '../../compiler/kernel/values/dates/read-parts.ts';
import * as writing from '../../compiler/kernel/values/dates/write-parts.ts';

const kernel: Readonly<Record<string, unknown>> = { ...days, ...offsets, ...reading, ...writing };

/** The emitted functions of a pattern, ready to call. */
export interface CompiledDate {
  readonly layout: DateLayout;
  /** The source text of the three functions. */
  readonly source: string;
  dayOf(text: string): number;
  partsOf(text: string): days.DateParts | null;
  textOf(parts: days.DateParts): string;
}

/**
 * Compiles a pattern as in a generated module: emits it, strips the types, and provides only the kernel functions that
 * it imports. @throws for an invalid pattern.
 */
export function compileDate(pattern: string): CompiledDate {
  const planned = planDatePattern(pattern);
  if (planned.kind === 'invalid') throw new Error(`${pattern}: ${planned.reason}`);
  const { layout } = planned;
  const emitted = [
    emitDateReader('readDay', pattern, layout),
    emitDatePartsReader('readParts', pattern, layout),
    emitDateWriter('writeText', pattern, layout),
  ];
  const source = emitted.map(({ code }) => code.source).join('\n');
  const { code: script } = transformSync(source, { loader: 'ts' });
  const imports = [...new Set(emitted.flatMap((one) => one.imports))];
  const make = new Function(
    ...imports,
    `'use strict';\n${script}\nreturn { dayOf: readDay, partsOf: readParts, textOf: writeText };`,
  );
  return { layout, source, ...make(...imports.map(kernelFunction)) } as CompiledDate;
}

function kernelFunction(imported: string): unknown {
  if (!(imported in kernel)) throw new Error(`the kernel has no ${imported}`);
  return kernel[imported];
}
