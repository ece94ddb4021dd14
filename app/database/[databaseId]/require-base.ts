import { notFound } from "next/navigation";
import { cache } from "react";
import { orNotFound } from "@/app/or-not-found";
import { findActor } from "@/app/signed-in";
import type { Base } from "@/lib/contract/bases";
import { isOwn } from "@/lib/server/access/rights";
import { endOfLog } from "@/lib/server/log/history";
import { getBase } from "@/lib/server/structure/bases";

/** A database, and the place in its log from which on changes may be missing in it. */
export interface OpenBase extends Base {
  readonly since: string;
}

/**
 * A database with its tables, or the 404 page, also where it is not for whoever is signed in. Read once a
 * request, however many parts of a page show it.
 */
export const requireBase = cache(async (databaseId: string): Promise<OpenBase> => {
  const actor = await findActor();
  if (!actor || !isOwn(databaseId, actor)) notFound();
  return orNotFound(openBase(databaseId));
});

/** The place comes first: what is written while the rest is read is news. */
async function openBase(databaseId: string): Promise<OpenBase> {
  const since = await endOfLog({ databaseId });
  return { ...(await getBase({ databaseId })), since };
}
