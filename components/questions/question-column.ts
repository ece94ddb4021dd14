import * as z from "zod";
import { columnOf, type GridColumn } from "@/components/cells/columns";
import { formFile, type Question } from "@/lib/contract/forms";

/** A question as a column, for the editor of its field. */
export function columnOfQuestion(question: Question): GridColumn {
  const { id, type, template, label } = question;
  const column = columnOf(
    { id, type, template, name: label, order: 0 },
    { index: 0, width: 640, isLocked: false },
  );
  if (column.fieldType.storage !== "files") return column;
  const { fieldType } = column;
  // The files of a submission have no addresses yet. The server refuses those that are too many as they are uploaded.
  const value = (of: object) => z.union([z.array(formFile), fieldType.value(of)]);
  return { ...column, fieldType: { ...fieldType, value } };
}

/** The same column for problems, which stand below their question and so need not repeat it. */
export function namedForProblems(column: GridColumn): GridColumn {
  return { ...column, field: { ...column.field, name: "This question" } };
}
