import { normalizePath } from '../../connector/remote-path.ts';
import { converted } from '../../base/validation/schema.ts';
import { text } from './values.ts';

/** The values that a template may contain. */
export interface TemplateValues {
  /** The name of the file. */
  readonly name: string;
  /** The name of the job. */
  readonly job: string;
  /** When the file was taken, in milliseconds since 1970. */
  readonly at: number;
  /** The id of the run; empty if there is none. */
  readonly run: string;
}

const PLACEHOLDERS = ['name', 'stem', 'date', 'time', 'job', 'run'] as const;

/**
 * A template of a path, for example `archive/{date}/{name}`. It must contain `{name}` or `{stem}`, so that files
 * do not overwrite each other.
 */
export const pathTemplate = converted(text, (template) => {
  for (const [, word = ''] of template.matchAll(/\{([^{}]*)\}/g))
    if (!PLACEHOLDERS.some((known) => known === word))
      throw new Error(
        `has the unknown placeholder {${word}}. Known are ${PLACEHOLDERS.map((one) => `{${one}}`).join(', ')}`,
      );
  if (!/\{(?:name|stem)\}/.test(template)) throw new Error('must contain {name} or {stem}');
  if (template.split('/').includes('..') || /[\u0000-\u001f\u007f]/.test(template))
    throw new Error('takes a path without ".." and control characters');
  return template;
});

/**
 * Returns the path that a template describes, relative to the root of the integration. `{stem}` is the name without its
 * last extension, `{date}` and `{time}` are in UTC. Throws ConnectorFailure if the name makes the path invalid.
 */
export function fillTemplate(template: string, { name, job, at, run }: TemplateValues): string {
  const iso = new Date(at).toISOString();
  const values: Record<(typeof PLACEHOLDERS)[number], string> = {
    name,
    stem: stemOf(name),
    date: iso.slice(0, 10),
    time: iso.slice(11, 19).replaceAll(':', ''),
    job,
    run,
  };
  return normalizePath(
    template.replace(/\{([^{}]*)\}/g, (all, word: string) => (isPlaceholder(word) ? values[word] : all)),
  );
}

/** Returns a name without its last extension: `a.csv` becomes `a`. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Returns the folders of a template before its first placeholder: `archive/{date}/{name}` is in `archive`. */
export function fixedFolderOf(template: string): string {
  const names = normalizePath(template).split('/').slice(0, -1);
  const firstOpen = names.findIndex((name) => name.includes('{'));
  return (firstOpen < 0 ? names : names.slice(0, firstOpen)).join('/');
}

function isPlaceholder(word: string): word is (typeof PLACEHOLDERS)[number] {
  return PLACEHOLDERS.some((known) => known === word);
}
