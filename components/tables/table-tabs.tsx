"use client";

import { onceIdle } from "@/components/ui/on-demand";

export const TableTabs = onceIdle(
  async () => (await import("./sortable-tabs")).SortableTabs,
  <div className="flex-1" />,
);
