import type { RuledRole, RuledWrite, Rules } from "@/lib/contract/rules";

/** The table or field that a rule is about. */
export interface RuleSubject {
  readonly kind: "table" | "field";
  readonly id: string;
  readonly name: string;
}

/** The lowest roles that a rule demands. */
export type LeastRoles = { readonly [Write in RuledWrite]: RuledRole };

/** The rule of a table or field among those of its database; everything is for editors without one. */
export function ruleIn(rules: Rules, { kind, id }: RuleSubject): LeastRoles {
  const rule =
    kind === "table"
      ? rules.tables.find(({ tableId }) => tableId === id)
      : rules.fields.find(({ fieldId }) => fieldId === id);
  return { create: "editor", update: "editor", delete: "editor", ...rule };
}

/** All rules of a database, with another one of a table or field. */
export function withRule(rules: Rules, { kind, id }: RuleSubject, rule: LeastRoles): Rules {
  if (kind === "field") {
    const others = rules.fields.filter(({ fieldId }) => fieldId !== id);
    return { ...rules, fields: [...others, { fieldId: id, update: rule.update }] };
  }
  const others = rules.tables.filter(({ tableId }) => tableId !== id);
  const { create, update, delete: deleting } = rule;
  return { ...rules, tables: [...others, { tableId: id, create, update, delete: deleting }] };
}
