import type { Form, FormChoices } from "../../contract/forms";
import { Prisma, query } from "../db";
import type { Visit } from "../shares/open-share";
import { isCurrent, readFresh, withSchema } from "../structure/schemas";
import { listChoices } from "./form-choices";
import { asFormVisitor, closedReasonOf, readForm } from "./open-form";

/** Describes a form as far as its visitors may know it. */
export function getForm(visit: Visit): Promise<Form> {
  return asFormVisitor(visit, (share) =>
    withSchema(share, async (schema) => {
      const form = await readForm(schema, share);
      const closed = await closedReasonOf(share, form);
      await readFresh(schema, query(Prisma.sql`SELECT 1 WHERE ${isCurrent(schema)}`));
      const { config: _, mayCreate: __, questions, ...described } = form;
      const { embed, sharedBy } = share;
      return { ...described, questions: closed === null ? questions : [], closed, embed, sharedBy };
    }),
  );
}

/** Lists the records that a link field of a form offers; undefined if the form has no such field. */
export function listFormChoices(
  visit: Visit,
  fieldId: string,
  search: string | undefined,
): Promise<FormChoices | undefined> {
  return asFormVisitor(visit, (share) =>
    withSchema(share, async (schema) => {
      const form = await readForm(schema, share);
      if ((await closedReasonOf(share, form)) !== null) return undefined;
      return listChoices(schema, form, { fieldId, search });
    }),
  );
}
