import { type Problems, problemsIn } from "@/components/forms/problems";
import { tableCreate } from "@/lib/contract/tables";
import { fieldTypes } from "@/lib/field-types";
import { type TableDraft, toTableCreate } from "./table-draft";

/** Validates a draft; errors are listed by the path of their input. */
export function problemsInDraft(draft: TableDraft): Problems {
  return { ...problemsIn(tableCreate, toTableCreate(draft)), ...primaryProblem(draft) };
}

/**
 * The `shown` errors that still apply after a change of the draft. New errors wait for the next attempt: a field
 * that was just added should not turn red at once.
 */
export function stillWrong(shown: Problems, draft: TableDraft): Problems {
  return Object.fromEntries(Object.entries(problemsInDraft(draft)).filter(([path]) => path in shown));
}

/** Reports at once that the first field cannot be primary, as moving another field can cause it. */
export function primaryProblem({ fields }: TableDraft): Problems {
  const first = fields[0] && fieldTypes.get(fields[0].type);
  if (!first || first.canBePrimary) return {};
  const path = "fields[0].type";
  return {
    [path]: `${first.label} can't be primary: choose another type, or move another field to the top`,
  };
}
