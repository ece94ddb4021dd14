import { notFound } from "next/navigation";
import { ApiError } from "@/lib/contract/errors";

/** What a verb gives; where there is no such thing, the 404 page. */
export async function orNotFound<Thing>(thing: Promise<Thing>): Promise<Thing> {
  try {
    return await thing;
  } catch (error) {
    if (error instanceof ApiError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}
