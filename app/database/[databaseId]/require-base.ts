import { notFound } from "next/navigation";
import { cache } from "react";
import { orNotFound } from "@/app/or-not-found";
import { findActor } from "@/app/signed-in";
import type { Base } from "@/lib/contract/bases";
import { factsOf } from "@/lib/server/access/author";
import { isOwn } from "@/lib/server/access/rights";
import { within } from "@/lib/server/context";
import { endOfLog } from "@/lib/server/log/history";
import { getBase } from "@/lib/server/structure/bases";

/** A database with the log position before it was read. */
export interface OpenBase extends Base {
  readonly since: string;
}

/**
 * The database as far as the person may read it, or the 404 page if it does not exist or is not permitted. Cached per request.
 */
export const requireBase = cache(async (databaseId: string): Promise<OpenBase> => {
  const actor = await findActor();
  if (!actor || !isOwn(databaseId, actor)) notFound();
  return orNotFound(within(factsOf(actor), () => openBase(databaseId)));
});

/** Reads the log position first, so that changes written during the read are seen as new. */
async function openBase(databaseId: string): Promise<OpenBase> {
  const since = await endOfLog({ databaseId });
  return { ...(await getBase({ databaseId })), since };
}
