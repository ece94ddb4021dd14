import { badRequest, type ErrorDetail } from "../../contract/errors";
import { isUnanswered } from "../../contract/forms";
import { type Answers, shownQuestions } from "../../contract/matches-filter";
import type { WrittenValues } from "../../contract/records";
import { clockIn } from "../../field-types/relative-days";
import { type CellChanges, collect, presentValue, readValues } from "../records/values";
import type { OpenShare } from "../shares/open-share";
import { narrowTo, type TableSchema } from "../structure/schemas";
import { foreignRecords } from "./form-choices";
import { takeFiles } from "./form-files";
import type { OpenForm } from "./open-form";

interface Given {
  readonly share: OpenShare;
  /** The id of the submission. */
  readonly id: string;
  readonly values: WrittenValues;
  /** The zone of whoever fills in the form, by default UTC. */
  readonly timeZone?: string | undefined;
}

/** The values of a submission that the form takes, and the handles of its files. */
interface ReadSubmission {
  /** The fields that get a value. */
  readonly fieldIds: readonly string[];
  /** Their values by the keys as written, which paths of problems repeat. */
  readonly written: WrittenValues;
  readonly fileIds: readonly string[];
}

/** Parses the values of a submission. Throws a 400 for all that the form does not ask for, or that is wrong or missing. */
export async function readSubmission(
  schema: TableSchema,
  form: OpenForm,
  submission: Given,
): Promise<ReadSubmission> {
  const problems: ErrorDetail[] = [];
  const report = collect("values", problems);
  const { questions } = form;
  const asked = narrowTo(
    schema,
    questions.map(({ id }) => id),
  );
  const keys = Object.keys(submission.values).filter((key) => asked.fieldOf(key) || !report(key, notAsked));
  const known = Object.fromEntries(keys.map((key) => [key, submission.values[key]]));
  const { values, fileIds } = await takeFiles(asked, { ...submission, values: known }, report);
  const cells = readValues(asked, values, report);
  refuse(problems);
  const answers = answersOf(asked, cells);
  const shown = shownQuestions(questions, answers, clockIn(submission.timeZone ?? "UTC"));
  const isAnswered = (id: string) => {
    const field = asked.fieldOf(id);
    return field !== undefined && !isUnanswered(field, answers[id]);
  };
  const isShown = new Set(shown.map(({ id }) => id));
  for (const key of keys) if (!isShown.has(asked.fieldOf(key)?.id ?? "")) report(key, notAsked);
  const keyOf = new Map(keys.map((key) => [asked.fieldOf(key)?.id, key]));
  for (const { id, required } of shown) {
    if (required && !isAnswered(id)) report(keyOf.get(id) ?? id, "is required");
  }
  for (const { field, key, ids } of cells.links) {
    const foreign = await foreignRecords(schema, form, { fieldId: field.id, ids });
    for (const id of foreign) report(`${key}[${ids.indexOf(id)}]`, "is not a record that this form offers");
  }
  refuse(problems);
  const given = shown.flatMap(({ id }) => {
    const key = keyOf.get(id);
    return key === undefined ? [] : [{ id, key }];
  });
  // A given value that is empty takes the place of the default.
  const written = given.map(({ id, key }) => [
    key,
    isAnswered(id) ? answers[id] : asked.fieldOf(id)?.fieldType.empty,
  ]);
  return { fieldIds: given.map(({ id }) => id), written: Object.fromEntries(written), fileIds };
}

const notAsked = "is not asked for";

function refuse(problems: readonly ErrorDetail[]): void {
  if (problems.length > 0) throw badRequest(problems);
}

/** The values in the form of responses. */
function answersOf({ face }: TableSchema, { set, links }: CellChanges): Answers {
  const linked = new Map(links.map(({ field, ids }) => [field.id, ids]));
  return Object.fromEntries(
    face.fields.map((field) => [field.id, linked.get(field.id) ?? presentValue(field, set[field.id])]),
  );
}
