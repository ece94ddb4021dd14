import { type Problems, problemsIn } from "@/components/forms/problems";
import { tableCreate } from "@/lib/contract/tables";
import { fieldTypes } from "@/lib/field-types";
import { type TableDraft, toTableCreate } from "./table-draft";

/** Everything that stands against a draft, by the input's path. */
export function problemsInDraft(draft: TableDraft): Problems {
  return { ...problemsIn(tableCreate, toTableCreate(draft)), ...primaryProblem(draft) };
}

/**
 * What was `told` and is still so once the draft has changed. What has become wrong since is not told before
 * the next attempt: nobody wants to be told off for a field that they have only just added.
 */
export function stillWrong(told: Problems, draft: TableDraft): Problems {
  return Object.fromEntries(Object.entries(problemsInDraft(draft)).filter(([path]) => path in told));
}

/** That the first field cannot be primary is told at once, since it comes about by moving fields. */
export function primaryProblem({ fields }: TableDraft): Problems {
  const first = fields[0] && fieldTypes.get(fields[0].type);
  if (!first || first.canBePrimary) return {};
  const path = "fields[0].type";
  return {
    [path]: `${first.label} cannot be primary: choose another type, or move another field to the top`,
  };
}
