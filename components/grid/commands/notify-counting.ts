import type { GridState } from "../grid-state";

/** Reports that a command needs rows that are not counted yet. */
export function notifyCounting({ services }: Pick<GridState, "services">): void {
  services.notify({
    title: "The records are still being counted",
    detail: "Try again in a moment.",
    isError: true,
  });
}
