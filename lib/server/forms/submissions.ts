import { v7 } from "uuid";
import { ApiError } from "../../contract/errors";
import type { closedReasons, Submission } from "../../contract/forms";
import type { Author } from "../access/author";
import { Prisma, query, queryOften } from "../db";
import { change } from "../log/changes";
import { requireRoom } from "../postgres/disk-room";
import { createWithin } from "../records/records";
import type { OpenShare, Visit } from "../shares/open-share";
import { narrowTo, type TableSchema, withSchema } from "../structure/schemas";
import { bindFiles } from "./form-files";
import { countSent } from "./form-limits";
import { asFormVisitor, closedReasonOf, readForm } from "./open-form";
import { requireProof, wrongProof } from "./proofs";
import { readSubmission } from "./submitted-values";

/** Creates the record of a submission. A second submission with the same id changes nothing. */
export function submitForm(visit: Visit, given: Submission): Promise<void> {
  return asFormVisitor(visit, async (share) => {
    await countSent("submissions", share, visit.address);
    const signature = await requireProof(share, given.proof);
    requireRoom();
    await change(async () => {
      if (!(await claim(share, given.id, signature))) return;
      await withSchema(share, (schema) => accept(schema, share, given));
    });
  });
}

/**
 * Stores that a submission is accepted, if the rest of the transaction succeeds; false if it was before. Waits for a
 * concurrent one with the same id. Throws a 400 if its challenge was used for another one.
 */
async function claim({ databaseId, viewId }: OpenShare, id: string, signature: string): Promise<boolean> {
  const bytes = Buffer.from(signature, "hex");
  const claimed = await query(Prisma.sql`
    INSERT INTO "FormSubmission" ("baseId", "viewId", "id", "signature") VALUES (${databaseId}, ${viewId}, ${id}::uuid, ${bytes})
    ON CONFLICT DO NOTHING RETURNING 1`);
  if (claimed.length > 0) return true;
  const known = await query(
    Prisma.sql`SELECT 1 FROM "FormSubmission" WHERE "viewId" = ${viewId} AND "id" = ${id}::uuid`,
  );
  if (known.length > 0) return false;
  throw wrongProof("was used for another submission; solve a new challenge");
}

async function accept(
  schema: TableSchema,
  share: OpenShare,
  { id, values, timeZone }: Submission,
): Promise<void> {
  const form = await readForm(schema, share);
  if (form.config.limit !== null) await takeTurn(share);
  const closed = await closedReasonOf(share, form, id);
  if (closed !== null) throw new ApiError("CONFLICT", sentences[closed]);
  const { fieldIds, written, fileIds } = await readSubmission(schema, form, { share, id, values, timeZone });
  // A required field that the form does not show could not be filled in.
  const shown = narrowTo(schema, fieldIds);
  await createWithin(authorOf(share), shown, { all: [{ path: "values", written }] });
  await bindFiles(share, fileIds);
}

/** Lets submissions of a limited form count each other, one after another. */
async function takeTurn({ viewId }: OpenShare): Promise<void> {
  await queryOften(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`form ${viewId}`}, 0))`);
}

export const sentences: { readonly [Reason in (typeof closedReasons)[number]]: string } = {
  closed: "This form is closed. It takes no submissions at the moment.",
  over: "This form takes no more submissions: its time is over.",
  full: "This form takes no more submissions: it has as many as it needs.",
};

/** A change set of nobody, with the rights of the maker of the link. */
function authorOf({ id, reader }: OpenShare): Author {
  return { actor: { ...reader, kind: "form", id, keyId: null }, changeSetId: v7() };
}
