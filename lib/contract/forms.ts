import * as z from "zod";
import { defaultOf, fieldTypeOf, isEmpty, isLink, type TypedField, typedTemplate } from "../field-types";
import { attachment } from "./attachments";
import { type Field, field } from "./fields";
import { filter } from "./filters";
import type { FormField } from "./form-fields";
import { queryShape } from "./query";
import { timeZone } from "./time-zone";
import { formDemand } from "./view-types";
import type { ConfigOf, View } from "./views";

/** A field of a form, as whoever fills it in sees it. */
export const question = field
  .omit({ order: true })
  .extend({
    label: z.string().describe("The words above the input."),
    help: z.string().nullable(),
    required: z.boolean(),
    showWhen: filter.nullable().describe("Conditions on the values of earlier fields, by id."),
  })
  .describe("A field of a form.");
export type Question = z.infer<typeof question>;

/** The reasons why a form takes no submissions. */
export const closedReasons = ["closed", "over", "full"] as const;

export const form = z
  .object({
    title: z.string(),
    description: z.string(),
    cover: z
      .url()
      .nullable()
      .describe(
        "The address of the picture above the title, which works for one to two hours; null for none.",
      ),
    questions: z.array(question).describe("Empty while the form takes no submissions."),
    submitLabel: z.string(),
    message: z.string(),
    redirectUrl: z.string().nullable(),
    allowAnother: z.boolean(),
    closed: z
      .enum(closedReasons)
      .nullable()
      .describe(
        "Why the form takes no submissions: it was closed, its time is over, or it is full; null if it does.",
      ),
    embed: z.boolean(),
    sharedBy: z.string().nullable().describe("The name of who shared it; null if it is not shown."),
  })
  .describe("A form, as whoever fills it in sees it.");
export type Form = z.infer<typeof form>;

/** Describes an open form to everybody: nothing of its table but the fields that it asks for. */
export function describeForm(
  { name, config }: Pick<View, "name"> & { readonly config: ConfigOf<"form"> },
  fields: readonly Field[],
): Omit<Form, "closed" | "embed" | "sharedBy"> {
  const { title, description, cover, submitLabel, message, redirectUrl, allowAnother } = config;
  return {
    title: title.trim() === "" ? name : title,
    ...{ description, submitLabel, message, redirectUrl, allowAnother },
    cover: cover?.url ?? null,
    questions: config.fields.flatMap((each) => describeQuestion(each, fields) ?? []),
  };
}

function describeQuestion(
  { fieldId, label, help, required, showWhen, linkViewId }: FormField,
  fields: readonly Field[],
): Question | undefined {
  const found = fields.find(({ id }) => id === fieldId);
  if (!found || !formDemand.isMet(found)) return undefined;
  // Without a view there is nothing to choose from.
  if (isLink(found) && linkViewId === null) return undefined;
  const { id, name, type, isRequired = false } = found;
  return {
    ...{ id, name, type, template: templateOf(found), label: label ?? name, help, showWhen },
    required: required || isRequired,
  };
}

/** A link's template names another table. */
function templateOf(given: Field): Field["template"] {
  return isLink(given) ? { tableId: "", allowMultiple: given.template.allowMultiple } : given.template;
}

/** The default values of a form's inputs by field id, as a record gets them that is created at a time. */
export function defaultAnswers(questions: readonly Question[], at: Date): { [fieldId: string]: unknown } {
  return Object.fromEntries(
    questions.flatMap((each) => {
      const field = typedTemplate(each);
      const { fieldType, template } = field;
      const stored = defaultOf(field, { at, personId: null });
      if (stored === undefined) return [];
      return [[each.id, fieldType.present ? fieldType.present(stored, template) : stored]];
    }),
  );
}

/** The empty values of a form's inputs by field id. */
export function emptyAnswers(questions: readonly Question[]): { [fieldId: string]: unknown } {
  return Object.fromEntries(questions.map((each) => [each.id, fieldTypeOf(each).empty]));
}

/** True for a value that does not answer a required question: none, text of spaces alone, and a box that is not ticked. */
export function isUnanswered(field: TypedField, value: unknown): boolean {
  return isEmpty(fieldTypeOf(field), value) || (typeof value === "string" && value.trim() === "");
}

/** The reason in a form's settings why it takes no submissions; null for none. */
export function closedBySettings({
  isOpen,
  closesAt,
}: Pick<ConfigOf<"form">, "isOpen" | "closesAt">): "closed" | "over" | null {
  if (!isOpen) return "closed";
  return closesAt !== null && Date.parse(closesAt) <= Date.now() ? "over" : null;
}

/** A puzzle that costs a browser a moment of work, and robots many; see `altcha-lib`. */
export const challenge = z
  .object({ parameters: z.record(z.string(), z.unknown()), signature: z.string() })
  .describe("A proof of work to be done before a submission, in the format of ALTCHA, version 2.");
export type Challenge = z.infer<typeof challenge>;

/**
 * The work of a challenge: to find the counter, in the mode `uint32`, whose key begins with `keyPrefix`. The key is a single
 * SHA-256. In JavaScript it takes a slow phone less than 0.4 s, and the server one hash to check.
 */
export const proofOfWork = {
  algorithm: "SHA-256",
  cost: 1,
  counters: { min: 5_000, max: 20_000 },
  /** Minutes until a challenge expires. */
  minutes: 30,
} as const;

export const proof = z
  .strictObject({
    challenge: z.strictObject({
      parameters: z.record(z.string().max(100), z.unknown()),
      signature: z.string().max(200),
    }),
    solution: z.strictObject({
      counter: z.int().min(0),
      derivedKey: z.string().max(200),
      time: z.number().optional(),
    }),
  })
  .describe("A challenge of this form with its solution. Each is taken once.");
export type Proof = z.output<typeof proof>;

const submissionId = z
  .guid({ error: "takes a UUID, such as 0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23" })
  .toLowerCase();

/** The field of a form that only robots fill in. */
export const trapName = "website";

export const submission = z.strictObject({
  id: submissionId.describe("A UUID of the caller's. A second submission with it changes nothing."),
  values: z
    .record(z.string(), z.unknown())
    .describe("Values by the id or name of a field. Fields that are not shown take none."),
  timeZone: timeZone
    .optional()
    .describe("The zone of whoever fills in the form, for conditions on days such as today; by default UTC."),
  proof,
  [trapName]: z
    .literal("", { error: "must be empty: people do not see it, only robots fill it in" })
    .optional(),
});
export type Submission = z.output<typeof submission>;

/** A file uploaded for a submission. Its `id` stands for it in the values: `[{ "id": … }]`. */
export const formFile = attachment
  .omit({ url: true, uploadedAt: true })
  .extend({ id: z.guid() })
  .describe("A file that was uploaded for a submission.");
export type FormFile = z.infer<typeof formFile>;

export const formFileQuery = queryShape({
  submissionId: submissionId.describe("The `id` of the submission that the file is for."),
  fieldId: z.string().describe("The id or name of the field that the file is for."),
  filename: z.string().min(1).max(255).describe("The name of the file."),
});

/** Maximum number of records in one answer. */
export const maxFormChoices = 50;

export const formChoicesQuery = queryShape({
  search: z.string().max(200).optional().describe("Text in the names of the records, ignoring case."),
  name: z.string().max(500).optional().describe("The whole name of the records, in place of `search`."),
});

export const formChoices = z
  .object({ records: z.array(z.object({ id: z.guid(), name: z.string() })), hasMore: z.boolean() })
  .describe("Records that a field of a form offers.");
export type FormChoicesQuery = z.output<typeof formChoicesQuery>;
export type FormChoices = z.infer<typeof formChoices>;
