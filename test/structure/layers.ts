/**
 * The layers of each part of the project, from the bottom to the top. A folder may import its own layer and the layers
 * below it. A subfolder belongs to the layer of its parent, unless it is listed itself.
 */
export const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  compiler: [
    ['kernel'],
    ['diagnostics', 'emitting/code', 'language/shape'],
    ['emitting/dates', 'emitting/patterns', 'emitting/zones'],
    ['emitting/bytes'],
    ['emitting/encoders'],
    ['language/masks', 'language/types'],
    ['language/expressions'],
    ['language/rules'],
    ['language/corrections'],
    ['language/plan'],
    ['language/fields'],
    ['language/formats'],
    ['pipeline/1-read'],
    ['pipeline/2-check'],
    ['pipeline/3-plan'],
    ['pipeline/4-emit'],
    ['pipeline/5-bundle'],
    ['pipeline'],
    ['tools'],
    ['.'],
  ],
  runtime: [
    ['client', 'base/files', 'base/log', 'base/program', 'base/validation'],
    ['base/model'],
    ['base/database', 'reading/source', 'reading/unique-keys'],
    ['reading/split', 'state/store', 'state/reference', 'sink'],
    ['state/access', 'state/registry', 'state/vault', 'reading/workers'],
    ['connector', 'state/settings', 'reading/run'],
    ['connector/bucket-files', 'jobs/integrations', 'reading/survey'],
    ['pieces', 'runs'],
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
