import type { ChangeEntry } from "../../contract/changes";
import type { BasePlace } from "../../contract/places";
import type { HiddenInLog } from "../log/seen-changes";
import type { WebhookState } from "./webhook-state";

/** Data of an event, as JSON, with the items of its step that it covers. */
export interface PartOfStep {
  readonly json: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** The change of an item of a step, as it exists for the maker of the webhook. */
export interface SeenItem {
  readonly index: number;
  readonly change: ChangeEntry;
}

/** Facts that the events of a read of the log share. */
export interface Making {
  readonly state: WebhookState;
  readonly place: BasePlace;
  readonly hidden: HiddenInLog;
  readonly logId: string;
}
