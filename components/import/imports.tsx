"use client";

import { onceIdle } from "@/components/ui/on-demand";

/** The dialog and messages of imports. Nothing is missed: a request waits until this is loaded. */
export const Imports = onceIdle(async () => (await import("./import-host")).ImportHost, null);
