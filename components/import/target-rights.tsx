import type { ReactNode } from "react";
import { RightsProvider, usePersonId, useRights } from "@/components/rights/rights";
import type { ImportTarget } from "@/components/tasks/import-requests";
import { everyAction } from "@/lib/contract/actions";
import { useTargetTable } from "./use-import";

/** Provides the rights in the table that takes the rows. The dialog is above all pages, where those of no table hold. */
export function TargetRights({ target, children }: { target: ImportTarget; children: ReactNode }) {
  const may = useRights();
  const { data } = useTargetTable(target);
  const actions = target.is === "table" ? (data?.may ?? []) : everyAction.filter(may);
  return (
    <RightsProvider id={usePersonId()} actions={actions}>
      {children}
    </RightsProvider>
  );
}
