import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { measureShape, slopeOf } from '../bench/shapes/measure.ts';
import { SHAPES } from '../bench/shapes/shapes.ts';

const BYTES = 60_000;
/** Between linear (4) and quadratic (16). */
const MAX_SLOPE = 11;
/** Shorter times are too noisy to compare, because of V8's compiler and other processes. */
const MIN_SECONDS = 0.15;
const ATTEMPTS = 3;

test('every shape of input is read in linear time', async () => {
  assert.ok(SHAPES.length >= 60, `${SHAPES.length} shapes`);
  for (const shape of SHAPES) {
    let times = await measureShape(shape, BYTES, 1);
    const isSteep = () => slopeOf(times) > MAX_SLOPE && (times.seconds[2] ?? 0) > MIN_SECONDS;
    for (let left = ATTEMPTS; left > 0 && isSteep(); left--) times = await measureShape(shape, BYTES, 2);
    assert.not.ok(isSteep(), `${shape.name}: four times the size takes ${slopeOf(times).toFixed(1)} times as long`);
  }
});

test.run();
