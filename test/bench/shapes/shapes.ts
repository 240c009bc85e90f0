import { csvShapes } from './csv-shapes.ts';
import { fixedWidthShapes } from './fixed-width-shapes.ts';
import type { Shape } from './shape.ts';
import { xmlShapes } from './xml-shapes.ts';

/** Shapes of input that must all be read in linear time. */
export const SHAPES: readonly Shape[] = [...csvShapes, ...fixedWidthShapes, ...xmlShapes];
