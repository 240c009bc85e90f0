import { code, literal, name as nameOf } from '../../emitting/code/literal.ts';
import { required, text } from '../shape/create-shape.ts';
import { createRuleKind, ruleOfKind } from './rule-kind.ts';

/** The plan of the rule: the name of the table. */
interface TablePlan {
  readonly table: string;
}

/** IN_REFERENCE: the value is a key of a reference table. Keys are compared exactly. */
export const inReference = createRuleKind({
  ruleType: 'IN_REFERENCE',
  otherKeys: ['foreignkey', 'references', 'lookup'],
  types: ['STRING'],
  doc: 'STRING: the value is a key of a reference table of the spec, compared exactly.',
  operands: {
    value: required(text('The name of the table in `reference`.', { min: 1, max: 100 })),
  },
  check({ value }, { tables, pointer, by, report }) {
    if (!tables.includes(value)) report('unknown_reference', `${pointer}/value`, { by, table: value, known: tables });
  },
  tableOf: ({ value }) => value,
  isCoveredBy: (rule, other) => ruleOfKind(rule, other)?.value === rule.value,
  plan: ({ value }): TablePlan => ({ table: value }),
  sentence: ({ table }) => `a key of the reference table ${JSON.stringify(table)}`,
  // The keys are unknown here.
  violates: () => false,
  judge: () => null,
  declaredNames: (name) => [`${name}Keys`],
  // The fast reader is a module of its own, so it can use the same name.
  inBytes: ({ table }, name, { scope }) => ({
    text: ({ from, to }) => ({
      declarations: [code`const ${nameOf(`${name}Keys`)} = ${scope.use('createByteMembership')}(${literal(table)});`],
      body: [code`if (!${nameOf(`${name}Keys`)}(${from}, ${to}, report)) return -1;`],
    }),
  }),
  declare: ({ table }, name, scope) => [
    code`const ${nameOf(`${name}Keys`)} = ${scope.use('createMembership')}(${literal(table)});`,
  ],
  isBroken: (_, { text: value }, name) => code`!${nameOf(`${name}Keys`)}(${value}, record)`,
});
