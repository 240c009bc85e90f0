/**
 * Replaces `node:module` in the bundle of the worker. The compiler loads some packages with require() when it needs them;
 * the bundle contains those that drafts need.
 */
import * as csvParse from 'csv-parse/browser/esm/sync';
import { XMLParser } from 'fast-xml-parser';
import * as jsoncParser from 'jsonc-parser';

const PACKAGES: Readonly<Record<string, unknown>> = {
  'csv-parse/sync': csvParse,
  'fast-xml-parser': { XMLParser },
  'jsonc-parser': jsoncParser,
};

/** Returns a function that returns a package of the bundle, and throws an Error for any other. */
export function createRequire(): (name: string) => unknown {
  return (name) => {
    const found = PACKAGES[name];
    if (found === undefined) throw new Error(`the page has no package "${name}"`);
    return found;
  };
}
