import type { Form, FormChoices } from "../../contract/forms";
import { Prisma, query } from "../db";
import type { Visit } from "../shares/open-share";
import { isCurrent, readFresh, type TableSchema, withSchema } from "../structure/schemas";
import { listChoices, type WantedChoices } from "./form-choices";
import { asFormVisitor, closedReasonOf, readForm } from "./open-form";

/** Describes a form as far as its visitors may know it. */
export function getForm(visit: Visit): Promise<Form> {
  return asFormVisitor(visit, (share) =>
    withSchema(share, async (schema) => {
      const form = await readForm(schema, share);
      const closed = await closedReasonOf(share, form);
      await requireCurrent(schema);
      const { config: _, mayCreate: __, questions, ...described } = form;
      const { embed, sharedBy } = share;
      return { ...described, questions: closed === null ? questions : [], closed, embed, sharedBy };
    }),
  );
}

/** Lists the records that a link field of a form offers; undefined if the form has no such field. */
export function listFormChoices(visit: Visit, wanted: WantedChoices): Promise<FormChoices | undefined> {
  return asFormVisitor(visit, (share) =>
    withSchema(share, async (schema) => {
      const form = await readForm(schema, share);
      const closed = await closedReasonOf(share, form);
      const choices = closed === null ? await listChoices(schema, form, wanted) : undefined;
      await requireCurrent(schema);
      return choices;
    }),
  );
}

/** Makes `withSchema` repeat the work if the schema is not current. */
async function requireCurrent(schema: TableSchema): Promise<void> {
  await readFresh(schema, query(Prisma.sql`SELECT 1 WHERE ${isCurrent(schema)}`));
}
