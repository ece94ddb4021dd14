import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { holdsPeople, type TypedField, withPeople } from "../../field-types";
import type { KnownPerson } from "../../field-types/people";
import { Prisma, query } from "../db";

/** Time in ms after which a changed name or role is noticed. */
const keptFor = 500;

interface Held {
  readonly since: number;
  readonly reading: Promise<readonly KnownPerson[]>;
}

/** The people of the databases in use. */
const held = new LRUCache<string, Held>({ max: 1_000 });

/**
 * The people of the installation, as cells of a database name them. Cells keep people who have lost their role, also removed
 * ones. The same list as before unless somebody has changed.
 */
export function knownPeople(databaseId: string): Promise<readonly KnownPerson[]> {
  const last = held.get(databaseId);
  if (last && performance.now() - last.since < keptFor) return last.reading;
  const reading = readPeople(databaseId).then(async (people) => {
    const before = await last?.reading.catch(() => undefined);
    return before && isDeepStrictEqual(before, people) ? before : people;
  });
  held.set(databaseId, { since: performance.now(), reading });
  reading.catch(() => held.delete(databaseId));
  return reading;
}

function readPeople(databaseId: string): Promise<KnownPerson[]> {
  return query<KnownPerson>(Prisma.sql`
    SELECT "id", "name", "email", "deactivatedAt" IS NULL AND ("role" = 'owner' OR EXISTS (
      SELECT FROM "Member" WHERE "baseId" = ${databaseId} AND "personId" = "Person"."id")) AS "isMember"
    FROM "Person" ORDER BY "createdAt", "id"`);
}

/** A field of a database as its values are read (`withPeople`). */
export async function readable<Field extends TypedField>(databaseId: string, field: Field): Promise<Field> {
  return holdsPeople(field) ? withPeople(field, await knownPeople(databaseId)) : field;
}
