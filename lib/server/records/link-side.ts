import { isLink } from "../../field-types";
import { Prisma, prisma } from "../db";
import type { SchemaField, TableSchema } from "../structure/schemas";

/** The stored template of a link field. */
export interface LinkTemplate {
  readonly tableId: string;
  readonly allowMultiple: boolean;
  readonly isInverse: boolean;
  readonly inverseFieldId: string;
}

/** The template of a link field. */
export function linkOf({ template }: { readonly template: unknown }): LinkTemplate {
  return template as LinkTemplate;
}

/** The link field that a lookup reads through; undefined if it was deleted or changed its type. */
export function linkFieldOf(schema: TableSchema, id: string): SchemaField | undefined {
  return schema.fields.find((field) => field.id === id && isLink(field));
}

/** A link field seen from its own table: its rows of `Link` and their direction. */
export interface Side {
  readonly fieldId: string;
  readonly own: Prisma.Sql;
  readonly ownOrder: Prisma.Sql;
  readonly other: Prisma.Sql;
  readonly otherOrder: Prisma.Sql;
}

const from = { own: Prisma.sql`"fromId"`, ownOrder: Prisma.sql`"fromOrder"` };
const to = { own: Prisma.sql`"toId"`, ownOrder: Prisma.sql`"toOrder"` };

export function sideOf(field: { readonly id: string; readonly template: unknown }): Side {
  const { isInverse, inverseFieldId } = linkOf(field);
  const [here, there] = isInverse ? [to, from] : [from, to];
  return {
    fieldId: isInverse ? inverseFieldId : field.id,
    ...here,
    other: there.own,
    otherOrder: there.ownOrder,
  };
}

/** A link field seen from the table that it links to. */
export function otherSide({ fieldId, own, ownOrder, other, otherOrder }: Side): Side {
  return { fieldId, own: other, ownOrder: otherOrder, other: own, otherOrder: ownOrder };
}

/** True if a linked record can be in one list only, because the field on the other side holds a single record. */
export async function isExclusive(link: LinkTemplate): Promise<boolean> {
  const other = await prisma().field.findUnique({ where: { id: link.inverseFieldId } });
  return other !== null && !linkOf(other).allowMultiple;
}
