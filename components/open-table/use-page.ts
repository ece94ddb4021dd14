import { useMemo } from "react";
import { usePageKeys } from "@/components/commands/use-page-keys";
import { useEdits } from "@/components/edits/use-edits";
import type { RecordListing } from "@/components/listing/record-queries";
import { useTasks } from "@/components/tasks/use-tasks";
import { runOnPage } from "./page-commands";
import type { PageOverlay } from "./page-overlay";
import { useOverlay } from "./use-overlay";
import { useTableServices } from "./use-table-services";

/** The state and services of a view without commands of its own, and the keys of its page. */
export function usePage(listing: RecordListing) {
  const { edits, store } = useEdits(listing);
  const { task, tasks } = useTasks(listing);
  const services = useTableServices(listing, tasks);
  const { overlay, show, close } = useOverlay<PageOverlay>();
  const page = useMemo(() => ({ store, services: { ...services, show } }), [store, services, show]);
  usePageKeys((command) => runOnPage(command, page));
  return { edits, task, tasks, services, page, overlay, close };
}
