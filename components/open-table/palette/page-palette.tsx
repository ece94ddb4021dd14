"use client";

import { onceIdle } from "@/components/ui/on-demand";

/** The palette of pages without an open table. */
export const PagePalette = onceIdle(async () => (await import("./palette-keys")).PaletteKeys, null);
