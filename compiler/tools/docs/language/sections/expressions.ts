import { table } from '../../../../language/formats/model/markdown.ts';
import { expressionFunctions } from '../../../../language/expressions/functions/functions.ts';
import { cell, code } from '../key-rows.ts';

/** Returns the section on expressions in the language reference, with a table of their functions. */
export function describeExpressions(): string {
  const rows = expressionFunctions.map(({ signature, doc }) => [code(signature.replaceAll('|', '\\|')), cell(doc)]);
  return [...introduction, table(['expression', 'value'], rows), ...notes].join('\n');
}

const introduction = [
  '## Expressions',
  '',
  'The key `value` of a field computes it from other fields, and an EXPRESSION rule checks them together:',
  '',
  '```yaml',
  'fields:',
  '  - { name: amount, type: DECIMAL, columnName: Betrag, decimalSeparator: ",", publish: false }',
  '  - { name: side, type: STRING, columnName: S/H, publish: false }',
  '  - { name: signed, type: DECIMAL, value: \'side == "S" ? -amount : amount\' }',
  '  - { name: currency, type: STRING, value: \'"EUR"\' }',
  '```',
  '',
  'The syntax is that of [CEL](https://cel.dev), and an expression is a part of it: without macros, lists (except after',
  '`in`), mappings (except with an index), messages and bytes. A function of a text may be called in both ways:',
  '`size(text)` and `text.size()`. [RECIPES.md](RECIPES.md) shows what expressions are for.',
  '',
];

const notes = [
  '',
  '* **Names** are those of the fields of the record, and `file.name`, `record.number` and `record.line`. Other names are',
  '  written `field("order no")`, and so are fields with a name that CEL reserves, or that are called `file` or `record`.',
  '* **Types.** Texts, BOOLEAN, INTEGER, DECIMAL and the types of times. Numbers are exact, with up to 1,000 digits, and',
  '  `0.1` is the decimal 0.1. INTEGER and DECIMAL mix; any other mix is a diagnostic at its place in the expression.',
  '  `+` and `-` have the larger number of decimals of their operands, `*` has the sum of both. A computed zero has no',
  '  sign. Texts are compared by code points, and positions count code points from 0.',
  '* **Null.** If an operand is null, the result is null. Exceptions: `== null`, `!= null`, `coalesce`, and `&&` and `||`,',
  '  where false and true decide before null. A condition before `?` that is null makes the result null. The value that',
  '  `?:` does not take is not computed.',
  '* **Invalid.** A field with TYPE_MISMATCH, with a text that is too long or with a missing cell that has an issue is',
  '  *invalid*. So is every field that reads it, whatever the expression does with it: it has no value, no issue of its',
  '  own, and no REQUIRED follows. A default never hides a wrong value.',
  '* **Failures.** What cannot be computed is VALUE_NOT_COMPUTED, with the severity of `onTypeMismatch`: a text that is no',
  '  number or date, a division by zero, a number of more than 1,000 digits, a text longer than `maxRecordBytes`, or a',
  '  pattern that takes too many steps.',
  '* **Order.** All fields are read first, then computed fields in the order in which they depend on each other, then the',
  '  rules that need several fields. A field that is computed from itself is a diagnostic.',
  '* A computed field has rules, `required` and `sensitive`, and no corrections. It is sensitive if it reads a sensitive',
  '  field, unless it has `sensitive: false`, which is a warning.',
  '* `publish: false` reads and checks a field, but the message does not contain it. Any number of fields may read one',
  '  column or path.',
  '* `file.name` makes messages depend on the name of the file, so their ids contain a part of its SHA-256. `record.number`',
  '  and `record.line` need a reader that begins at the start of the file, so such files are read on one thread.',
  '* EXPRESSION holds if its expression is true or null. Its issue lists the fields that it reads in `fields`.',
  '* `specmill check --cost` names the computed fields that are not computed from bytes.',
];
