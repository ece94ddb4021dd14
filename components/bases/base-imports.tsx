"use client";

import { useSyncExternalStore } from "react";
import { databaseImport } from "@/components/tasks/database-imports";
import { onDemand } from "@/components/ui/on-demand";

const ImportBaseDialog = onDemand(async () => (await import("./import-base-dialog")).ImportBaseDialog);

/** The dialog that imports an exported database, while one is wanted. */
export function BaseImports() {
  const wanted = useSyncExternalStore(databaseImport.subscribe, databaseImport.get, () => null);
  return wanted && <ImportBaseDialog file={wanted.file} onClose={() => databaseImport.set(null)} />;
}
