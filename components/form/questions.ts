import type { ReadTable } from "@/components/toolbar/tools";
import type { Field } from "@/lib/contract/fields";
import type { FormField } from "@/lib/contract/form-fields";
import type { Table } from "@/lib/contract/tables";
import { formDemand, showsRecords } from "@/lib/contract/view-types";
import { isLink } from "@/lib/field-types";

/** A question of a form with the field that it asks for. */
export interface Asked {
  /** The id of the field, which identifies the question. */
  readonly id: string;
  /** The words above the input. */
  readonly name: string;
  readonly field: Field;
  readonly question: FormField;
}

/** The questions whose fields can be asked for, in the order of the form. */
export function askedIn(questions: readonly FormField[], fields: readonly Field[]): Asked[] {
  const byId = new Map(fields.filter(formDemand.isMet).map((field) => [field.id, field]));
  return questions.flatMap((question) => {
    const field = byId.get(question.fieldId);
    return field ? [{ id: field.id, name: question.label ?? field.name, field, question }] : [];
  });
}

/** The fields of a table that a form does not ask for yet. */
export function absentFields(questions: readonly FormField[], fields: readonly Field[]): Field[] {
  const asked = new Set(questions.map(({ fieldId }) => fieldId));
  return fields.filter((field) => formDemand.isMet(field) && !asked.has(field.id));
}

/** The fields asked for before another one, which its condition can be about. */
export function earlierFields(asked: readonly Asked[], fieldId: string): Field[] {
  const at = asked.findIndex(({ id }) => id === fieldId);
  return asked.slice(0, Math.max(0, at)).map(({ field }) => field);
}

export function withQuestion(
  questions: readonly FormField[],
  fieldId: string,
  change: Partial<Omit<FormField, "fieldId">>,
): FormField[] {
  return questions.map((each) => (each.fieldId === fieldId ? { ...each, ...change } : each));
}

/** The ids of the fields whose conditions differ. */
export function changedConditions(before: readonly FormField[], after: readonly FormField[]): string[] {
  const was = new Map(before.map(({ fieldId, showWhen }) => [fieldId, JSON.stringify(showWhen)]));
  return after
    .filter(({ fieldId, showWhen }) => was.has(fieldId) && was.get(fieldId) !== JSON.stringify(showWhen))
    .map(({ fieldId }) => fieldId);
}

interface Tables {
  readonly table: Table;
  readonly readTable: ReadTable;
}

/** Questions for fields. A linked record field offers the first view with records of its table, and is left out without one. */
export async function questionsFor(
  fields: readonly Field[],
  { table, readTable }: Tables,
): Promise<FormField[]> {
  const questions = await Promise.all(
    fields.map(async (field): Promise<FormField | undefined> => {
      const question = { fieldId: field.id, label: null, help: null, required: false, showWhen: null };
      if (!isLink(field)) return { ...question, linkViewId: null };
      const linkedId = linkedTableId(field);
      const { views } = linkedId === table.id ? table : await readTable(linkedId);
      const view = views.find(({ type }) => showsRecords(type));
      return view && { ...question, linkViewId: view.id };
    }),
  );
  return questions.flatMap((each) => each ?? []);
}

/** The id of the table that a linked record field links to. */
export function linkedTableId(field: Field): string {
  const { tableId } = field.template as { tableId: string };
  return tableId;
}
