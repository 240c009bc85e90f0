import type { openEditor } from './editor/open-editor.ts';

/** The build defines the file name of the editor, which contains a hash. */
declare const SPEC_EDITOR: string;

/** Loads the editor. Rejects with an Error whose message is for the user. */
export async function loadEditor(): Promise<typeof openEditor> {
  try {
    // The cast is safe: the build creates this bundle from open-editor.ts.
    const loaded = (await import(new URL(SPEC_EDITOR, import.meta.url).href)) as { openEditor: typeof openEditor };
    return loaded.openEditor;
  } catch (error) {
    throw new Error('The editor cannot be loaded. Is the service running?', { cause: error });
  }
}
