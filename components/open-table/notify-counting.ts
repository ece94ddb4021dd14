import type { TableServices } from "./use-table-services";

/** Reports that a command needs records that are not counted yet. */
export function notifyCounting({ services }: { readonly services: Pick<TableServices, "notify"> }): void {
  services.notify({
    title: "The records are still being counted",
    detail: "Try again in a moment.",
    isError: true,
  });
}
