import type { LivePage } from "@/lib/contract/live";

/** A page of a database that is open in some tab, by an id that is made for it. */
interface OfFollower {
  readonly follower: string;
}

/** What tabs tell the hub. */
export type ToHub =
  /** Also said again, with the place that it has come to, when the tab is shown or hidden, or when there is a new hub. */
  | ({
      readonly kind: "join";
      readonly databaseId: string;
      /** The place in the log that it has seen everything before; left out: it has lost track. */
      readonly since?: string | undefined;
      readonly isVisible: boolean;
    } & OfFollower)
  | ({ readonly kind: "leave" } & OfFollower)
  /** The answer to a roll call. */
  | ({ readonly kind: "here" } & OfFollower)
  /** The network is back. */
  | { readonly kind: "retry" };

/** What the hub tells all tabs. */
export type FromHub =
  /** There is a new hub, which knows nobody yet. */
  | { readonly kind: "hub" }
  /** Whoever does not answer is taken for gone. */
  | { readonly kind: "roll" }
  /** From now on its pages come; what was written between its place and the hub's is for the tab to read. */
  | ({ readonly kind: "joined"; readonly mustCatchUp: boolean } & OfFollower)
  | { readonly kind: "page"; readonly page: LivePage }
  /** What has been changed is not known: everything may be different. The log goes on from `next`. */
  | { readonly kind: "lost"; readonly databaseId: string; readonly next: string }
  /** The database does not exist any more, or is not one's own. */
  | { readonly kind: "gone"; readonly databaseId: string }
  /** Nobody is signed in any more, or somebody is again. */
  | { readonly kind: "session"; readonly isSignedOut: boolean };

/** How a tab talks to the hub, wherever that is. */
export interface LiveLine {
  send(message: ToHub): void;
  close(): void;
}
