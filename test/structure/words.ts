import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';

/** Words that this project's texts do not use. An engineer must not have to read a sentence twice. */
export const BANNED_WORDS: readonly string[] = [
  'whoever',
  'so many',
  'of which',
  'none of its',
  'as long as it is',
  'is due',
  'are due',
  'was due',
  'tell',
  'tells',
  'told',
  'telling',
  'stands',
  'stood',
  'goes on',
  'go on',
  'went on',
  'gone through',
  'behind',
  'in front of',
  'nobody',
  'be it',
  'mend',
  'mends',
  'mended',
  'became of',
  'is away',
  'belong into',
  'belongs into',
];

/** A text of a file: a comment, a string, a title of a test, or a whole document. */
export interface Text {
  file: string;
  /** From 1. */
  line: number;
  text: string;
}

const PATTERN = new RegExp(
  `(?<![\\w-])(?:${BANNED_WORDS.join('|').replaceAll(' ', '\\s+(?:\\*\\s+|//\\s+)?')})(?![\\w-])`,
  'gi',
);

/** Returns every banned word of a text as `file:line: word`. */
export function findBannedWords({ file, line, text }: Text): string[] {
  return [...text.matchAll(PATTERN)].map(
    ({ 0: word, index }) => `${file}:${line + text.slice(0, index).split('\n').length - 1}: ${word}`,
  );
}

/** Returns the comments and string literals of a TypeScript file, without import paths. */
export function readTexts(root: string, file: string): Text[] {
  const source = readFileSync(join(root, file), 'utf8');
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false);
  const texts: Text[] = [];
  const add = (start: number, end: number): void => {
    texts.push({ file, line: tree.getLineAndCharacterOfPosition(start).line + 1, text: source.slice(start, end) });
  };
  const comments = new Set<number>();
  const addComments = (position: number): void => {
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(source, position) ?? []),
      ...(ts.getTrailingCommentRanges(source, position) ?? []),
    ]) {
      if (!comments.has(pos)) add(pos, end);
      comments.add(pos);
    }
  };
  const visit = (node: ts.Node): void => {
    addComments(node.pos);
    addComments(node.end);
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      add(node.getStart(tree), node.end);
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(tree);
  addComments(tree.endOfFileToken.pos);
  return texts;
}
