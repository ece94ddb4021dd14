import * as z from "zod";
import { badRequest } from "../../contract/errors";
import type { FormFile, formFileQuery } from "../../contract/forms";
import { limits } from "../../contract/limits";
import type { WrittenValues } from "../../contract/records";
import { fieldTypeOf } from "../../field-types";
import { Prisma, prisma, query, queryOften } from "../db";
import { type ReceivedFile, receiveFile } from "../files/attachments";
import { fileIdIn, presentFile, storedForm } from "../files/file-forms";
import { removeFile } from "../files/thumbnails";
import { change } from "../log/changes";
import { requireRoom } from "../postgres/disk-room";
import type { Report } from "../records/values";
import type { OpenShare, Visit } from "../shares/open-share";
import { type TableSchema, withSchema } from "../structure/schemas";
import { countSent } from "./form-limits";
import { refuseMarkup } from "./markup";
import { asFormVisitor, closedReasonOf, questionOf, readForm } from "./open-form";

type FileQuery = z.output<typeof formFileQuery>;

/** A place for files: a field of one submission, by its id. */
type FilePlace = Pick<FileQuery, "submissionId" | "fieldId">;

/** Receives a file for a submission of a form. */
export function receiveFormFile(visit: Visit, given: FileQuery, request: Request): Promise<ReceivedFormFile> {
  return asFormVisitor(visit, async (share) => {
    await countSent("files", share, visit.address);
    requireRoom();
    const fieldId = await withSchema(share, (schema) => requireFileField(schema, share, given));
    const { filename, submissionId } = given;
    const place = { submissionId, fieldId };
    await requireFewFiles(share, place);
    refuseMarkup.named(filename, request.headers.get("Content-Type") ?? "");
    const received = await receiveFile(share, {
      ...{ request, filename },
      maxBytes: limits.formFileBytes,
      check: refuseMarkup.inBytes,
    });
    return new ReceivedFormFile(received, share, place);
  });
}

/** Finds a field that takes files by its id or name, and returns its id. */
async function requireFileField(
  schema: TableSchema,
  share: OpenShare,
  { fieldId }: FileQuery,
): Promise<string> {
  const form = await readForm(schema, share);
  const question = questionOf(form, fieldId);
  const isAsked = question !== undefined && (await closedReasonOf(share, form)) === null;
  if (isAsked && fieldTypeOf(question).storage === "files") return question.id;
  throw badRequest([{ path: "fieldId", message: "is not a field of this form that takes files" }]);
}

async function requireFewFiles({ viewId }: OpenShare, { submissionId, fieldId }: FilePlace): Promise<void> {
  const count = await prisma().formFile.count({ where: { viewId, submissionId, fieldId } });
  if (count < limits.formFilesPerField) return;
  const message = `has ${count} files in this submission already, which is the maximum`;
  throw badRequest([{ path: "fieldId", message }]);
}

/** An uploaded file that no submission can take yet. */
class ReceivedFormFile {
  readonly identity: unknown;

  constructor(
    private readonly file: ReceivedFile,
    private readonly share: OpenShare,
    private readonly place: FilePlace,
  ) {
    this.identity = file.identity;
  }

  /** Stores the file with the handle that stands for it. */
  async store(): Promise<FormFile> {
    const { databaseId, viewId } = this.share;
    const { submissionId, fieldId } = this.place;
    return change(async () => {
      const turn = `files of ${viewId} ${submissionId} ${fieldId}`;
      await queryOften(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${turn}, 0))`);
      await requireFewFiles(this.share, this.place);
      const attachment = await this.file.store();
      const { filename, originalName, size, mimeType } = attachment;
      const id = crypto.randomUUID();
      await prisma().formFile.create({
        data: { id, baseId: databaseId, viewId, submissionId, fieldId, attachmentId: fileIdIn(attachment) },
      });
      return { id, filename, originalName, size, mimeType };
    });
  }

  release(): Promise<void> {
    return this.file.release();
  }
}

/** The handles of files in the values of a submission. */
const handles = z.array(z.object({ id: z.guid().toLowerCase() }));

interface Given {
  readonly share: OpenShare;
  /** The id of the submission. */
  readonly id: string;
  readonly values: WrittenValues;
}

/** Replaces the handles in the values of a submission by the files that were uploaded for it. */
export async function takeFiles(
  schema: TableSchema,
  { share, id, values }: Given,
  report: Report,
): Promise<{ values: WrittenValues; fileIds: string[] }> {
  const taken: { [key: string]: unknown } = {};
  const fileIds: string[] = [];
  for (const [key, value] of Object.entries(values)) {
    const field = schema.fieldOf(key);
    if (field?.fieldType.storage !== "files" || value === null) {
      taken[key] = value;
      continue;
    }
    const read = handles.safeParse(value);
    if (!read.success) {
      report(key, 'takes a list of files that were uploaded for it, such as [{ "id": "…" }]');
      continue;
    }
    const ids = [...new Set(read.data.map((file) => file.id))];
    const found = await findFiles(share, { submissionId: id, fieldId: field.id }, ids);
    const unknown = ids.filter((each) => !found.has(each));
    for (const each of unknown) {
      report(
        `${key}[${ids.indexOf(each)}]`,
        "is not a file that was uploaded for this field of this submission",
      );
    }
    if (unknown.length > 0) continue;
    taken[key] = ids.flatMap((each) => found.get(each) ?? []);
    fileIds.push(...ids);
  }
  return { values: taken, fileIds };
}

/** Finds uploaded files by their handles, which are locked against housekeeping. */
async function findFiles(
  { viewId, databaseId }: OpenShare,
  { submissionId, fieldId }: FilePlace,
  ids: readonly string[],
) {
  const rows = await query<{ id: string; attachmentId: string }>(Prisma.sql`
    SELECT "id", "attachmentId" FROM "FormFile"
    WHERE "viewId" = ${viewId} AND "submissionId" = ${submissionId}::uuid AND "fieldId" = ${fieldId} AND "id" = ANY(${ids}::uuid[])
    FOR UPDATE`);
  const attachments = await prisma().attachment.findMany({
    where: { baseId: databaseId, id: { in: rows.map(({ attachmentId }) => attachmentId) } },
  });
  const byId = new Map(attachments.map((row) => [row.id, presentFile(storedForm(row))]));
  return new Map(
    rows.flatMap(({ id, attachmentId }) => {
      const file = byId.get(attachmentId);
      return file ? [[id, file] as const] : [];
    }),
  );
}

/** Removes the handles of files that a record holds now. */
export async function bindFiles({ viewId }: OpenShare, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await prisma().formFile.deleteMany({ where: { viewId, id: { in: [...ids] } } });
}

/** Removes some files that no submission has taken since `before`, and returns their number. */
export function removeUnboundFiles(before: Date): Promise<number> {
  return change(async () => {
    const rows = await query<{ attachmentId: string }>(Prisma.sql`
      DELETE FROM "FormFile" WHERE "id" IN (
        SELECT "id" FROM "FormFile" WHERE "at" < ${before} LIMIT 1000 FOR UPDATE SKIP LOCKED
      ) RETURNING "attachmentId"`);
    const ids = rows.map(({ attachmentId }) => attachmentId);
    await prisma().attachment.deleteMany({ where: { id: { in: ids } } });
    for (const id of ids) await removeFile(id);
    return rows.length;
  });
}
