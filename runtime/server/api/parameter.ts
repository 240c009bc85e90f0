import { isTopicName } from '../../base/model/topic-name.ts';
import type { RequestServices } from '../http/services.ts';
import { type AnySchema, jsonSchema } from './schema.ts';

/**
 * A parameter of a URL, a header or a field of a form: how its text is read, and how the OpenAPI document describes it.
 */
export interface Parameter<T> {
  /**
   * Parses the text. Throws a Problem, which is the response, or an Error, which becomes 400. The message of an Error
   * continues a sentence that starts with the name of the parameter, for example: "takes true or false".
   */
  read(text: string, services: RequestServices): T;
  /** The texts that `read` accepts, as JSON Schema sees them: a number for "12". Its description is that of the parameter. */
  schema: AnySchema;
  /** An accepted text, for the examples of the document. */
  example: string;
  /** The value if the request does not contain the parameter. Absent: the parameter is required. */
  fallback?: T;
}

/** A parameter that a request may omit. */
export type OptionalParameter<T> = Parameter<T> & { fallback: T };

/** Parameters by name. */
export type ParameterShape = Readonly<Record<string, Parameter<unknown>>>;
/** Parameters by name, which may all be omitted. */
export type OptionalShape = Readonly<Record<string, OptionalParameter<unknown>>>;
/** The values of parameters, by name. */
export type ParameterValues<Shape extends ParameterShape> = {
  readonly [Name in keyof Shape]: ReturnType<Shape[Name]['read']>;
};

/** Lets a request omit a parameter, which then has this value. The document shows it as the default. */
export function withDefault<T>(fallback: T, parameter: Parameter<T>): OptionalParameter<T> {
  const { json, components } = parameter.schema;
  return { ...parameter, fallback, schema: { json: { ...json, default: fallback }, components } };
}

/** Lets a request omit a parameter, which then is null. */
export function orNull<T>(parameter: Parameter<T>): OptionalParameter<T | null> {
  return { ...parameter, fallback: null };
}

/** Any text that matches the keywords of JSON Schema in `limits`. `read` checks its length and its pattern. */
export function text(
  description: string,
  { example, ...limits }: { example: string; minLength?: number; maxLength?: number; pattern?: string },
): Parameter<string> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = limits;
  const expression = pattern === undefined ? null : new RegExp(pattern, 'u');
  return {
    schema: jsonSchema({ type: 'string', description, ...limits }),
    example,
    read(given) {
      const { length } = [...given];
      if (length < minLength)
        throw new Error(`takes at least ${minLength} ${minLength === 1 ? 'character' : 'characters'}`);
      if (length > maxLength) throw new Error(`takes at most ${maxLength} characters`);
      if (expression !== null && !expression.test(given)) throw new Error(`takes a text that matches ${pattern}`);
      return given;
    },
  };
}

const UUID = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

/** A UUID (RFC 9562). Its value is in lower case. */
export function uuid(description: string, example: string): Parameter<string> {
  return {
    schema: jsonSchema({ type: 'string', format: 'uuid', pattern: UUID, description }),
    example,
    read(given) {
      if (!new RegExp(UUID).test(given)) throw new Error('takes a UUID');
      return given.toLowerCase();
    },
  };
}

/** `true` or `false`. */
export function flag(description: string): Parameter<boolean> {
  return {
    schema: jsonSchema({ type: 'boolean', description }),
    example: 'true',
    read(given) {
      if (given !== 'true' && given !== 'false') throw new Error('takes true or false');
      return given === 'true';
    },
  };
}

/** A whole number from `min` to `max`. */
export function wholeNumber(
  description: string,
  { min, max = Number.MAX_SAFE_INTEGER, example }: { min: number; max?: number; example: number },
): Parameter<number> {
  return {
    schema: jsonSchema({ type: 'integer', minimum: min, maximum: max, description }),
    example: String(example),
    read(given) {
      const number = Number(given);
      if (!/^\d{1,16}$/.test(given) || number < min || number > max)
        throw new Error(`takes a whole number from ${min} to ${max}`);
      return number;
    },
  };
}

/** One of these texts. */
export function choice<const T extends string>(values: readonly T[], description: string): Parameter<T> {
  return {
    schema: jsonSchema({ type: 'string', enum: [...values], description }),
    example: values[0] ?? '',
    read(given) {
      const value = values.find((one) => one === given);
      if (value === undefined) throw new Error(`takes one of ${values.join(', ')}`);
      return value;
    },
  };
}

/** The name of a topic. It follows the rules of Kafka. */
export function topicName(description: string): Parameter<string> {
  return {
    schema: jsonSchema({ type: 'string', pattern: '^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}$', description }),
    example: 'orders',
    read(given) {
      if (!isTopicName(given))
        throw new Error('takes a topic name: 1 to 249 of A-Z, a-z, 0-9, ".", "_" and "-", but not "." or ".."');
      return given;
    },
  };
}

const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Reads a date, or a time with its UTC offset, as milliseconds since 1970; null for any other text. */
export function readTime(text: string): number | null {
  const value = TIME.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(value) ? null : value;
}

/**
 * A date, or a time with its UTC offset (ISO 8601). Its value is milliseconds since 1970; for a date, the start of that
 * day in UTC.
 */
export function time(description: string): Parameter<number> {
  return {
    schema: jsonSchema({ type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }], description }),
    example: '2026-01-31',
    read(given) {
      const value = readTime(given);
      if (value === null) throw new Error('takes a date or a time: 2026-01-31 or 2026-01-31T08:00:00Z');
      return value;
    },
  };
}
