import { notFound } from "next/navigation";
import { hasCode } from "@/lib/contract/errors";

/** Resolves to the value, or shows the 404 page if it rejects with NOT_FOUND. */
export async function orNotFound<Thing>(thing: Promise<Thing>): Promise<Thing> {
  try {
    return await thing;
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) notFound();
    throw error;
  }
}
