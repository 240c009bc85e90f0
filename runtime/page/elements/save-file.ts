/** A file that the user saves. */
export interface SaveTarget {
  name: string;
  type: string;
  /** Whether the file may be too large for the memory. */
  isLarge: boolean;
}

/** Where a download is written. */
export interface OpenedTarget {
  /** The file on disk, to which the content is streamed. Null if the browser saves the file at the end. */
  handle: FileSystemFileHandle | null;
  /** Saves the content, if there is no file on disk yet. */
  finish(content: Blob | null): void;
}

interface FilePickerWindow {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
}

/**
 * Prepares a download. A large one is streamed to a file that the user chooses, where the browser can do that. Rejects
 * with an AbortError if the user closes the dialog.
 */
export async function offerDownload({ name, type, isLarge }: SaveTarget): Promise<OpenedTarget> {
  // The type of Window does not have the picker yet, because not every browser has it.
  const { showSaveFilePicker } = window as FilePickerWindow;
  if (isLarge && showSaveFilePicker !== undefined)
    return { handle: await showSaveFilePicker.call(window, { suggestedName: name }), finish() {} };
  return {
    handle: null,
    finish(content) {
      if (content === null) return;
      const url = URL.createObjectURL(new Blob([content], { type }));
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      // The browser starts to read the Blob after this task.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
  };
}
