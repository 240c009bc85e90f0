import { useRef } from 'preact/hooks';
import type { YamlText } from './to-yaml.ts';
import { fieldAt, type ShownField } from './field-lines.ts';

interface SideBySideProps {
  fields: readonly ShownField[];
  yaml: YamlText;
  module: YamlText;
}

type Side = 'yaml' | 'module';

/** The spec beside its generated module. If the user scrolls one of them, the other shows the same field. */
export function SideBySide({ fields, yaml, module }: SideBySideProps) {
  const panes = { yaml: useRef<HTMLPreElement>(null), module: useRef<HTMLPreElement>(null) };
  const texts = { yaml, module };
  // The pane that the user scrolls. The other one only follows.
  const leader = useRef<Side>('yaml');
  const showField = (side: Side, field: string) => {
    const line = texts[side].lines.get(field);
    const pane = panes[side].current;
    if (pane !== null && line !== undefined) pane.scrollTop = line * lineHeightOf(pane, texts[side].text);
  };
  const follow = (side: Side) => {
    const pane = panes[side].current;
    if (leader.current !== side || pane === null) return;
    const line = Math.floor(pane.scrollTop / lineHeightOf(pane, texts[side].text) + 0.5);
    const field = fieldAt(texts[side].lines, line);
    if (field !== null) showField(side === 'yaml' ? 'module' : 'yaml', field);
  };
  const lead = (side: Side) => {
    leader.current = side;
  };
  const pane = (side: Side, title: string) => (
    <div class="pane">
      <h3 id={`pane-${side}`}>{title}</h3>
      <pre
        ref={panes[side]}
        tabIndex={0}
        role="region"
        aria-labelledby={`pane-${side}`}
        onWheel={() => lead(side)}
        onPointerDown={() => lead(side)}
        onKeyDown={() => lead(side)}
        onScroll={() => follow(side)}
      >
        {texts[side].text}
      </pre>
    </div>
  );
  return (
    <section class="card wide" aria-labelledby="code">
      <div class="row">
        <h2 id="code">The spec and its generated module</h2>
        <label>
          Go to field
          <select
            onChange={({ currentTarget: { value } }) => {
              // Neither pane follows the other now.
              leader.current = 'module';
              showField('yaml', value);
              showField('module', value);
            }}
          >
            {fields.map(({ label }) => (
              <option key={label} value={label}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="panes">
        {pane('yaml', 'YAML')}
        {pane('module', 'TypeScript')}
      </div>
    </section>
  );
}

/** The lines of a pane do not wrap, so all have the same height. */
function lineHeightOf(pane: HTMLElement, text: string): number {
  const lines = text.split('\n').length;
  const { paddingTop, paddingBottom } = getComputedStyle(pane);
  return (pane.scrollHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)) / lines;
}
