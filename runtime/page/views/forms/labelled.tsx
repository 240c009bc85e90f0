import type { ComponentChildren } from 'preact';
import { Described } from './described.tsx';
import type { FormSchema, NamedSchemas } from './form-schema.ts';

/** The members of an object that a form has or sends. */
export type Members = Readonly<Record<string, unknown>>;

/** What all fields of a form share. */
export interface FormContext {
  schemas: NamedSchemas;
  /** Texts that are offered for a member, by its path: `source.integration`. */
  offers: Readonly<Record<string, readonly string[]>>;
  /** The paths of the members that the service has refused. */
  wrong: readonly string[];
}

/** One field of a form. */
export interface FieldProps extends FormContext {
  name: string;
  schema: FormSchema;
  isRequired: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
  /** The names of the enclosing members, and its own. */
  path: readonly string[];
}

interface LabelledProps {
  label: string;
  path: readonly string[];
  description: string | undefined;
  children: ComponentChildren;
}

/** A control with its label above it and its description below it. The control has the id of its path. */
export function Labelled({ label, path, description, children }: LabelledProps) {
  return (
    <div class="field">
      <label for={idOf(path)}>{label}</label>
      {children}
      <Described id={`${idOf(path)}-about`} text={description} />
    </div>
  );
}

/** Returns the id of the control for a member. */
export function idOf(path: readonly string[]): string {
  return `field-${path.join('.')}`;
}
