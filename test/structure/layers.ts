/**
 * The layers of each part of the project, from the bottom to the top. A folder may import its own layer and the layers
 * below it. A subfolder belongs to the layer of its parent, unless it is listed itself.
 */
export const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  compiler: [
    ['kernel'],
    ['diagnostics', 'code', 'shape'],
    ['dates', 'patterns'],
    ['bytes'],
    ['types'],
    ['rules'],
    ['corrections'],
    ['plan'],
    ['fields'],
    ['formats'],
    ['1-read'],
    ['2-check'],
    ['3-plan'],
    ['4-emit'],
    ['5-bundle'],
    ['pipeline'],
    ['coverage', 'diff', 'docs', 'infer', 'locate', 'samples'],
    ['.'],
  ],
  runtime: [
    ['client', 'files', 'log', 'program'],
    ['model'],
    ['source', 'database', 'unique-keys'],
    ['split', 'store', 'sink'],
    ['access', 'cluster', 'vault', 'workers', 'registry'],
    ['connector', 'settings', 'run'],
    ['integrations', 'bucket-files'],
    ['runs', 'record-diff', 'sample-tests'],
    ['jobs'],
    ['server', 'page'],
    ['cli'],
  ],
};

/** Returns the height of a file's layer in its part, from 0; -1 if its folder has none. */
export function layerOf(file: string): number {
  const [part = '', ...folders] = file.split('/').slice(0, -1);
  const layers = LAYERS[part] ?? [];
  for (let length = folders.length; length > 0; length--) {
    const height = layers.findIndex((layer) => layer.includes(folders.slice(0, length).join('/')));
    if (height >= 0) return height;
  }
  return folders.length === 0 ? layers.findIndex((layer) => layer.includes('.')) : -1;
}
