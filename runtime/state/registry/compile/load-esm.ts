import type { SpecModule } from '../../../../compiler/kernel/model/contract.ts';

/**
 * Loads a standalone ES module from its text. The text is imported as a data URL, because a file could change after its
 * hash was checked.
 */
export async function loadEsm(esm: string): Promise<SpecModule> {
  const url = `data:text/javascript;base64,${Buffer.from(esm).toString('base64')}`;
  // Every emitted module has this shape. The tests of the compiler verify that.
  return (await import(url)) as SpecModule;
}
