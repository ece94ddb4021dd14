"use client";

import { onceIdle } from "@/components/ui/on-demand";

export const MissingTable = onceIdle(
  async () => (await import("./missing-table-message")).MissingTableMessage,
  null,
);
