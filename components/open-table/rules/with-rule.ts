import type { ReadingRole, RuledRole, RuledWrite, Rules } from "@/lib/contract/rules";

/** The table or field that a rule is about. */
export interface RuleSubject {
  readonly kind: "table" | "field";
  readonly id: string;
  readonly name: string;
}

/** The parts of a rule. */
export type RulePart = RuledWrite | "read";

/** The parts that a rule of a table can have. */
export const tableParts = ["create", "update", "delete"] as const satisfies readonly RulePart[];

/** The parts that a rule of a field can have: everybody reads primary fields, and nobody changes computed ones. */
export function fieldParts({ isPrimary, isComputed }: FieldKind): readonly RulePart[] {
  return [...(isPrimary ? [] : (["read"] as const)), ...(isComputed ? [] : (["update"] as const))];
}

interface FieldKind {
  readonly isPrimary: boolean;
  readonly isComputed: boolean | undefined;
}

/** Names what a rule with these parts decides, such as “Who can edit”. */
export function ruleTitle(parts: readonly RulePart[]): string {
  const mayEdit = parts.some((part) => part !== "read");
  if (!parts.includes("read")) return "Who can edit";
  return mayEdit ? "Who can see and edit" : "Who can see";
}

/** The lowest roles that a rule demands. */
export type LeastRoles = { readonly [Write in RuledWrite]: RuledRole } & { readonly read: ReadingRole };

/** The rule of a table or field among those of its database; without one, editors change everything and everybody reads it. */
export function ruleIn(rules: Rules, { kind, id }: RuleSubject): LeastRoles {
  const rule =
    kind === "table"
      ? rules.tables.find(({ tableId }) => tableId === id)
      : rules.fields.find(({ fieldId }) => fieldId === id);
  return { create: "editor", update: "editor", delete: "editor", read: "viewer", ...rule };
}

/** All rules of a database, with another one of a table or field. */
export function withRule(rules: Rules, { kind, id }: RuleSubject, rule: LeastRoles): Rules {
  if (kind === "field") {
    const others = rules.fields.filter(({ fieldId }) => fieldId !== id);
    return { ...rules, fields: [...others, { fieldId: id, update: rule.update, read: rule.read }] };
  }
  const others = rules.tables.filter(({ tableId }) => tableId !== id);
  const { create, update, delete: deleting } = rule;
  return { ...rules, tables: [...others, { tableId: id, create, update, delete: deleting }] };
}
