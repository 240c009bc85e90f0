/** Groups corrections or rules by the name of their field. Each group is in the order of the spec. */
export function groupByField<Rule extends { readonly field: string }>(
  rules: readonly Rule[] = [],
): ReadonlyMap<string, readonly Rule[]> {
  const groups = new Map<string, Rule[]>();
  for (const rule of rules) {
    const group = groups.get(rule.field);
    if (group === undefined) groups.set(rule.field, [rule]);
    else group.push(rule);
  }
  return groups;
}
