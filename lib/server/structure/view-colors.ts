import type { ErrorDetail } from "../../contract/errors";
import type { RowColor } from "../../contract/row-color";
import { decidedDemand } from "../../contract/view-types";
import { quote } from "../../field-types/text";
import { readFilter } from "../lists/filter-sql";
import { subjectOf } from "../lists/subjects";
import { problemsOf } from "./problems-of";
import type { TableSchema } from "./schemas";

/** The problems of the conditions of row colours, which pages decide. */
export async function problemsOfColors(
  schema: TableSchema,
  rowColor: RowColor | null | undefined,
): Promise<ErrorDetail[]> {
  if (!rowColor || "fieldId" in rowColor) return [];
  const problems = rowColor.map(({ filter }, index) =>
    problemsOf(
      readFilter(schema, filter, {
        meaning: async (_, name) => {
          const field = schema.fieldOf(name);
          return field && decidedDemand.isMet(field) ? subjectOf(schema, name) : undefined;
        },
        unknown: (_, name) => refusalOf(schema, name),
        pathIn: (path) => ["config", "rowColor", index, "filter", ...path],
      }),
    ),
  );
  return (await Promise.all(problems)).flat();
}

function refusalOf(schema: TableSchema, name: string): string {
  const field = schema.fieldOf(name);
  return field
    ? `takes ${decidedDemand.words}; ${quote(field.name)} (${field.type}) is not one`
    : `names ${quote(name)}, which is not a field of this table`;
}
