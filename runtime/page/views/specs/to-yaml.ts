import { labelOf } from './field-lines.ts';

/** A spec as YAML, and the lines on which its fields begin. */
export interface YamlText {
  text: string;
  /** Line numbers from 0, by the label of the field. */
  lines: ReadonlyMap<string, number>;
}

/** Returns a spec as YAML. It is the spec as the service has read it, so comments of the original are not there. */
export function toYaml(spec: Readonly<Record<string, unknown>>): YamlText {
  const written: string[] = [];
  const lines = new Map<string, number>();
  for (const [key, value] of Object.entries(spec)) {
    if (key === 'fields' && isListOfObjects(value)) {
      written.push('fields:');
      for (const field of value) {
        lines.set(String(field.name), written.length);
        written.push(...asItem(field));
      }
    } else if (key === 'recordTypes' && isListOfObjects(value)) {
      written.push('recordTypes:');
      for (const type of value) {
        for (const [label, line] of fieldLinesOf(type)) lines.set(label, written.length + line);
        written.push(...asItem(type));
      }
    } else written.push(...asMember(key, value));
  }
  return { text: `${written.join('\n')}\n`, lines };
}

/** Returns the lines of the fields of one record type, counted from the line on which the type begins. */
function fieldLinesOf(type: { name?: unknown; fields?: unknown }): [label: string, line: number][] {
  const found: [string, number][] = [];
  let line = 0;
  for (const [key, value] of Object.entries(type)) {
    if (key === 'fields' && isListOfObjects(value)) {
      let at = line + 1;
      for (const field of value) {
        found.push([labelOf(type.name, field.name), at]);
        at += asItem(field).length;
      }
    }
    line += asMember(key, value).length;
  }
  return found;
}

function isListOfObjects(value: unknown): value is readonly { name?: unknown }[] {
  return isNested(value) && Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
}

function asMember(key: string, value: unknown): string[] {
  const name = asText(key);
  if (!isNested(value)) return [`${name}: ${asScalar(value)}`];
  return [`${name}:`, ...(Array.isArray(value) ? value.flatMap(asItem) : membersOf(value).map(indent))];
}

function asItem(value: unknown): string[] {
  if (!isNested(value)) return [`  - ${asScalar(value)}`];
  const lines = Array.isArray(value) ? value.flatMap(asItem) : membersOf(value);
  return lines.map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`);
}

function membersOf(value: object): string[] {
  return Object.entries(value).flatMap(([key, member]) => asMember(key, member));
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function indent(line: string): string {
  return `  ${line}`;
}

function asScalar(value: unknown): string {
  return typeof value === 'string' ? asText(value) : JSON.stringify(value);
}

const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** A text without quotation marks if YAML reads it as this text. A JSON string is a quoted text of YAML. */
function asText(text: string): string {
  const isPlain = /^[A-Za-z](?:[\w ./-]*[\w/])?$/.test(text) && !RESERVED.test(text);
  return isPlain ? text : JSON.stringify(text);
}
