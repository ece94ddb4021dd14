import { v4 } from "uuid";

let tab: string | undefined;

/** The id of this tab until it is reloaded. */
export function ownTab(): string {
  tab ??= v4();
  return tab;
}
