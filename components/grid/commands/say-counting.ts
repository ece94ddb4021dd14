import type { GridState } from "../grid-state";

/** Says why something is not done that is for more rows than are known. */
export function sayCounting({ services }: Pick<GridState, "services">): void {
  services.notify({
    title: "The rows are still being counted",
    detail: "Try again in a moment.",
    isError: true,
  });
}
