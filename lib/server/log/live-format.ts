import {
  type LivePage,
  type LivePresence,
  type LiveRefusal,
  livePlacesText,
  type UnloggedEvent,
} from "../../contract/live";
import type { BasePlace } from "../../contract/places";
import type { Page } from "./shared-looks";

/** The format of a stream's events. */
export interface Format {
  pageEvent(databaseId: string, page: Page, cursors: Cursors): Uint8Array[];
  /** The event about what is not in the log; omitted by a stream of the log alone. */
  unloggedEvent?(event: UnloggedEvent, place: BasePlace): Uint8Array;
  /** The event about other people; omitted by a stream of the log alone. */
  presenceEvent?(presence: LivePresence): Uint8Array;
  /** The event about a refused database; if undefined, the whole stream is refused. */
  refusalEvent?(refusal: LiveRefusal): Uint8Array;
}

/** The position of a stream in the log of each database. */
export type Cursors = Map<string, string>;

const encoder = new TextEncoder();
/** A heartbeat. */
export const signOfLife = encoder.encode(":\n\n");

/** Pages of the log of one database. */
export const ofOne: Format = {
  pageEvent(_, { json, encoded }, cursors) {
    const [next = ""] = cursors.values();
    return [once(encoded, "one", () => `id: ${next}\ndata: ${json}\n\n`)];
  },
};

/** Events of several databases, each with its name. */
export const ofSeveral: Format = {
  /** Encodes the page once for all streams; positions differ by stream. */
  pageEvent(databaseId, { json, encoded }, cursors) {
    const named: Pick<LivePage, "databaseId"> = { databaseId };
    const data = once(
      encoded,
      "several",
      () => `data: ${JSON.stringify(named).slice(0, -1)},${json.slice(1)}\n`,
    );
    const places = [...cursors].map(([id, since]) => ({ databaseId: id, since }));
    return [data, encoder.encode(`id: ${livePlacesText(places)}\n\n`)];
  },
  unloggedEvent: namedEvent,
  presenceEvent: (presence) => namedEvent("presence", presence),
  refusalEvent: (refusal) => namedEvent("refused", refusal),
};

function namedEvent(name: string, data: object): Uint8Array {
  return encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

function once(encoded: Page["encoded"], name: string, text: () => string): Uint8Array {
  const known = encoded.get(name) ?? encoder.encode(text());
  encoded.set(name, known);
  return known;
}
