import { notFound } from "next/navigation";
import { hasCode } from "@/lib/contract/errors";

/** What a verb gives; where there is no such thing, the 404 page. */
export async function orNotFound<Thing>(thing: Promise<Thing>): Promise<Thing> {
  try {
    return await thing;
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) notFound();
    throw error;
  }
}
