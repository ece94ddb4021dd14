import type { ComponentProps } from "react";

interface PartProps extends ComponentProps<"div"> {
  readonly role: "grid" | "rowgroup" | "row" | "columnheader" | "rowheader" | "gridcell";
}

/** A part of a calendar, which is no table, because bars in tables could not be over several cells. */
export function Part(props: PartProps) {
  return <div {...props} />;
}
