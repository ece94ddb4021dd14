import { type FilterKind, filterKindOf, operatorsOf, systemKinds } from "../../contract/filters";
import { fieldTypes, resolutionsOf } from "../../field-types";

/** The operators of a filter, each list of them with the field types that take it. */
export function operatorTable(): string {
  const rows = new Map<string, string[]>();
  for (const [kind, operators] of Object.entries(operatorsOf)) {
    const key = operators.map((each) => `\`${each}\``).join(" ");
    rows.set(key, [...(rows.get(key) ?? []), ...subjectsOf(kind as FilterKind)]);
  }
  return [
    "| field | operators |",
    "|---|---|",
    ...[...rows].map(([operators, subjects]) => `| ${[...new Set(subjects)].join(", ")} | ${operators} |`),
  ].join("\n");
}

/** The field types and system properties of a kind. */
function subjectsOf(kind: FilterKind): string[] {
  const types = [...fieldTypes.values()]
    .filter((type) => resolutionsOf(type).some((each) => filterKindOf(each) === kind))
    .map(({ type }) => type);
  const system = Object.entries(systemKinds).flatMap(([name, each]) => (each === kind ? [name] : []));
  return [...types, ...system].map((each) => `\`${each}\``);
}
