import { useRef } from 'preact/hooks';

interface FileButtonProps {
  /** What the file is for: `File to check`. */
  label: string;
  /** The text of the button. */
  children: string;
  isPrimary?: boolean;
  onFile: (file: File) => void;
}

/** A button that asks for a file. The input of the browser is hidden, because its look cannot be changed. */
export function FileButton({ label, children, isPrimary = false, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={isPrimary ? 'primary' : ''} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        class="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) onFile(file);
          // The same file can be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
