import { withFittingFields } from "../../contract/config-fields";
import type { Field } from "../../contract/fields";
import { type Condition, type Filter, mapConditions } from "../../contract/filters";
import type { FormField } from "../../contract/form-fields";
import {
  closedBySettings,
  type closedReasons,
  describeForm,
  type Form,
  type Question,
} from "../../contract/forms";
import { matchesFilter } from "../../contract/matches-filter";
import { type ConfigOf, configOf, type ViewConfig } from "../../contract/views";
import { isLink } from "../../field-types";
import { constraintsOf } from "../../field-types/constraints";
import { hiddenFields } from "../access/reading";
import { rightsInTable } from "../access/rules";
import { Prisma, prisma, query } from "../db";
import { presentFile } from "../files/file-forms";
import { linkOf } from "../records/link-side";
import { missingLink, type OpenShare, type Visit } from "../shares/open-share";
import { sharedAddressOf } from "../shares/shared-files";
import { asVisitor } from "../shares/shared-records";
import { relatedSchema, type TableSchema } from "../structure/schemas";
import { tablesOfViews } from "../structure/view-questions";

/** A form as its link shows it: what the maker of the link may let others fill in. */
export interface OpenForm extends Omit<Form, "closed" | "embed" | "sharedBy"> {
  readonly config: ConfigOf<"form">;
  /** True if the maker of the link may create records. */
  readonly mayCreate: boolean;
}

type ClosedReason = (typeof closedReasons)[number];

/** Runs `work` for the visitor of a form's link. */
export function asFormVisitor<Result>(
  visit: Visit,
  work: (share: OpenShare) => Promise<Result>,
): Promise<Result> {
  return asVisitor(visit, work, "form");
}

/** Reads a form with the questions that its visitors can be asked. */
export async function readForm(schema: TableSchema, share: OpenShare): Promise<OpenForm> {
  const { reader, viewId } = share;
  const row = await prisma().view.findFirst({
    where: { id: viewId, tableId: schema.id, ownerId: null, type: "form" },
  });
  if (!row) throw missingLink("form");
  const stored = configOf("form", row.config as Partial<ViewConfig>, schema.fields);
  const config = withFittingFields(stored, schema.fields);
  const fields = schema.face.fields.map(
    ({ id, name, type, template, ...rules }, order) =>
      ({ id, name, type, template, order, ...constraintsOf(rules) }) as Field,
  );
  const { may, lockedFieldIds } = rightsInTable(reader, schema.rules, { id: schema.id, fields });
  const locked = new Set(lockedFieldIds);
  const open = fields.filter(({ id }) => !locked.has(id));
  const asked = await offeredFields(schema, { share, fields: open, questions: config.fields });
  const described = describeForm({ name: row.name, config: { ...config, fields: asked } }, open);
  return {
    ...described,
    cover: config.cover && sharedAddressOf(presentFile(config.cover), share, "forms"),
    questions: withOutcomes(described.questions, schema.fields),
    config,
    mayCreate: may.includes("create-records"),
  };
}

/** Finds a question by the id or name of its field, an id first; undefined for fields that the form does not ask for. */
export function questionOf({ questions }: Pick<OpenForm, "questions">, key: string): Question | undefined {
  return questions.find(({ id }) => id === key) ?? questions.find(({ name }) => name === key);
}

/**
 * Replaces conditions on fields that are not asked for, which count as empty, by their outcome: they may tell what the maker
 * of the link may not read.
 */
function withOutcomes(questions: readonly Question[], fields: TableSchema["fields"]): Question[] {
  const asked = new Set(questions.map(({ id }) => id));
  const outcomeOf = (condition: Condition): Filter => {
    if (asked.has(condition.field)) return condition;
    return matchesFilter(condition, {}, fields) ? always : never;
  };
  return questions.map((each) => ({
    ...each,
    showWhen: each.showWhen && mapConditions(each.showWhen, outcomeOf),
  }));
}

const always: Filter = { and: [] };
const never: Filter = { or: [] };

interface Asked {
  readonly share: OpenShare;
  readonly fields: readonly Field[];
  readonly questions: readonly FormField[];
}

/** Leaves out links without a view of the linked table whose names the maker may read. */
async function offeredFields(schema: TableSchema, { share, fields, questions }: Asked): Promise<FormField[]> {
  const links = new Map(fields.filter(isLink).map((field) => [field.id, linkOf(field).tableId]));
  const views = await tablesOfViews(questions);
  const hidden = hiddenFields(share.reader, schema.rules);
  const offered = await Promise.all(
    questions.map(async ({ fieldId, linkViewId }) => {
      const tableId = links.get(fieldId);
      if (tableId === undefined) return true;
      if (linkViewId === null || views.get(linkViewId) !== tableId) return false;
      return !hidden.has((await relatedSchema(schema, tableId)).primaryFieldId);
    }),
  );
  return questions.filter((_, index) => offered[index]);
}

/** The reason why a form takes no submissions; null if it does. `exceptId` is a submission that does not count. */
export async function closedReasonOf(
  { viewId }: OpenShare,
  { config, mayCreate }: OpenForm,
  exceptId?: string,
): Promise<ClosedReason | null> {
  const closed = mayCreate ? closedBySettings(config) : "closed";
  const { limit } = config;
  if (closed !== null || limit === null) return closed;
  const [counted] = await query<{ count: number }>(Prisma.sql`
    SELECT count(*)::int AS "count" FROM (
      SELECT FROM "FormSubmission" WHERE "viewId" = ${viewId} AND "id" IS DISTINCT FROM ${exceptId ?? null}::uuid LIMIT ${limit}
    ) AS "submissions"`);
  return (counted?.count ?? 0) >= limit ? "full" : null;
}
