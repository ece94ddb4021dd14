import { ApiError, badRequest, notFound } from "../../contract/errors";
import { quote } from "../../field-types/text";
import { listedNames, nearestFirst } from "../../formulas/nearest";
import type { Actor } from "../../server/access/author";
import { may } from "../../server/access/may";
import { findBases } from "../../server/structure/bases";
import { siblingsIn } from "../../server/structure/structure";
import { listViews } from "../../server/structure/views";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Finds a database by id or name; a caller that may not list any has to know the id. Throws a 404 with the names. */
export async function findDatabase(actor: Actor, ref: string): Promise<Named> {
  const mayList = may(actor, "list-databases");
  const found = (await findBases(actor, ref)).filter(({ id }) => mayList || id === ref);
  if (found.length > 0) return only(found, { ref, what: "database" });
  throw missing({ ref, what: "database" }, mayList ? await findBases(actor) : []);
}

/** Finds a table of a database by id or name. */
export async function findTableIn(actor: Actor, databaseId: string, ref: string): Promise<Named> {
  const tables = await siblingsIn({ databaseId });
  return pick(tables, { ref, what: "table" }, may(actor, "read", databaseId));
}

/** Finds a view of a table by id or name. */
export async function findViewIn(
  actor: Actor,
  place: { readonly databaseId: string; readonly tableId: string },
  ref: string,
): Promise<Named> {
  const views = await listViews(place);
  return pick(views, { ref, what: "view" }, may(actor, "read", place.databaseId));
}

interface Wanted {
  readonly ref: string;
  readonly what: "database" | "table" | "view";
}

function pick(all: readonly Named[], wanted: Wanted, mayList: boolean): Named {
  const found = all.filter(({ id, name }) => id === wanted.ref || name === wanted.ref);
  if (found.length === 0) throw missing(wanted, mayList ? all : []);
  return only(found, wanted);
}

/** An id takes precedence over equal names, of which there may be several. */
function only(found: readonly Named[], { ref, what }: Wanted): Named {
  const [first, ...others] = found;
  const exact = found.find(({ id }) => id === ref) ?? (others.length === 0 ? first : undefined);
  if (exact) return exact;
  const ids = found.map(({ id }) => id).join(", ");
  throw badRequest([
    { path: what, message: `${quote(ref)} is the name of several: ${ids}. Pass the id of one` },
  ]);
}

function missing({ ref, what }: Wanted, known: readonly Named[]): ApiError {
  const error = notFound(what, ref);
  if (known.length === 0) return error;
  const names = nearestFirst(
    ref,
    known.map(({ name }) => name),
  );
  return new ApiError("NOT_FOUND", `${error.message} Known ${what}s: ${listedNames(names)}.`);
}
