"use client";

import type { ViewProps } from "@/components/open-table/listed-view";

/** TODO */
export function Calendar(_: ViewProps) {
  return null;
}
