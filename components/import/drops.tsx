"use client";

import { onceIdle } from "@/components/ui/on-demand";

export const HomeDrop = onceIdle(async () => (await import("./drop-areas")).HomeDrop, null);
export const DatabaseDrop = onceIdle(async () => (await import("./drop-areas")).DatabaseDrop, null);
