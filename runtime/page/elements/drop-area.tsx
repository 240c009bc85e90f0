import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface DropAreaProps {
  label: string;
  /** Whether it takes little room, because a file is not the first thing to choose here. */
  isSmall: boolean;
  onFile: (file: File) => void;
  children: ComponentChildren;
}

/** A framed part of the page that shows where a file goes. A file may be dropped anywhere on the page. */
export function DropArea({ label, isSmall, onFile, children }: DropAreaProps) {
  const isOver = useDrop(onFile);
  return (
    <section class={`drop${isSmall ? ' small' : ''}${isOver ? ' over' : ''}`} aria-label={label}>
      {children}
    </section>
  );
}

/** Accepts files that are dropped anywhere on the page. Returns whether a file is held over it. */
function useDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      // Otherwise the browser would leave the page and show the file.
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) latest.current(file);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
