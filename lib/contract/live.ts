import * as z from "zod";
import { changeList } from "./changes";
import { errorBody } from "./error-body";
import { badRequest } from "./errors";
import { databaseId } from "./ids";
import { limits } from "./limits";
import { presentPerson } from "./presence";
import { queryShape } from "./query";

/** A database and the position in its log to follow it from; without `since`, from its end. */
export interface LivePlace {
  readonly databaseId: string;
  readonly since?: string | undefined;
}

export const liveQuery = queryShape({
  since: z
    .string()
    .describe(
      `Database ids separated by commas, each with the position in its log to continue from: \`{databaseId}:{next}\`. Without a position, the stream starts now. At most ${limits.databasesPerStream}.`,
    )
    .meta({ examples: ["67ef4d500c50cce9,1b2c3d4e5f607182:WyJhIiwiMSIsIjIiXQ"] }),
});

/** The data of a `message` event. */
export const livePage = changeList.extend({ databaseId: z.string() });
export type LivePage = z.infer<typeof livePage>;

/** The data of a `refused` event: the stream sends no more about this database. */
export const liveRefusal = z.object({
  databaseId: z.string(),
  error: errorBody.shape.error.pick({ code: true, message: true }),
});
export type LiveRefusal = z.infer<typeof liveRefusal>;

/**
 * The data of a `presence` event: everybody else who has a page of the database open, and how many pages visitors of
 * its shared links have open. Sent when the stream begins and after each change.
 */
export const livePresence = z.object({
  databaseId: z.string(),
  people: z.array(presentPerson),
  visitors: z.int(),
});
export type LivePresence = z.infer<typeof livePresence>;

/** The events about what is not in the log of a database: erased trash entries, changed rules. They name the database. */
export const unloggedEvents = ["erased", "rules"] as const;
export type UnloggedEvent = (typeof unloggedEvents)[number];

export function livePlacesText(places: Iterable<LivePlace>): string {
  return [...places]
    .map(({ databaseId, since }) => (since === undefined ? databaseId : `${databaseId}:${since}`))
    .join(",");
}

/** Reads what `livePlacesText` writes. */
export function readLivePlaces(text: string): LivePlace[] {
  const places = text.split(",").map((part): LivePlace => {
    const [id = "", ...since] = part.split(":");
    if (!databaseId.safeParse(id).success) throw badSince("takes database ids separated by commas");
    return since.length === 0 ? { databaseId: id } : { databaseId: id, since: since.join(":") };
  });
  if (new Set(places.map((place) => place.databaseId)).size < places.length) {
    throw badSince("names a database more than once");
  }
  if (places.length > limits.databasesPerStream) {
    throw badSince(`names ${places.length} databases; a stream takes at most ${limits.databasesPerStream}`);
  }
  return places;
}

function badSince(message: string) {
  return badRequest([{ path: "since", message }]);
}
