import type { LivePage, LivePresence, UnloggedEvent } from "@/lib/contract/live";

/** Identifies an open page of a database, in some tab. */
interface OfFollower {
  readonly follower: string;
}

/** Messages from tabs to the hub. */
export type ToHub =
  /** Sent for each page; sent again when the tab is shown or hidden, and to a new hub. */
  | ({
      readonly kind: "join";
      readonly databaseId: string;
      /** The log position up to which it has all changes; undefined if it has missed some. */
      readonly since?: string | undefined;
      readonly isVisible: boolean;
    } & OfFollower)
  | ({ readonly kind: "leave" } & OfFollower)
  /** Answers a roll call. */
  | ({ readonly kind: "here" } & OfFollower)
  /** Sent when the network is back. */
  | { readonly kind: "retry" };

/** Messages from the hub to all tabs. */
export type FromHub =
  /** Announces a new hub, which every page has to join. */
  | { readonly kind: "hub" }
  /** A roll call: pages that do not answer are forgotten. */
  | { readonly kind: "roll" }
  /** Confirms a join. Pages follow; the tab itself reads the log between its position and the hub's. */
  | ({ readonly kind: "joined"; readonly mustCatchUp: boolean } & OfFollower)
  | { readonly kind: "page"; readonly page: LivePage }
  /** Something happened that is not in the log. */
  | { readonly kind: UnloggedEvent; readonly databaseId: string }
  /** Others who have the database open. */
  | ({ readonly kind: "presence" } & LivePresence)
  /** Changes were missed: everything may have changed. The log continues from `next`. */
  | { readonly kind: "lost"; readonly databaseId: string; readonly next: string }
  /** The database was deleted or is not permitted. */
  | { readonly kind: "gone"; readonly databaseId: string }
  /** The session has ended or is back. */
  | { readonly kind: "session"; readonly isSignedOut: boolean };

/** A tab's connection to the hub, wherever it runs. */
export interface LiveLine {
  send(message: ToHub): void;
  close(): void;
}
