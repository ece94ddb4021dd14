"use client";

import type { ViewProps } from "@/components/open-table/listed-view";
import { useOpenTable } from "@/components/open-table/open-table";
import { Board } from "./board";
import { ChooseStackField } from "./choose-stack-field";

/** A board of a view, or the choice of the field to stack its records by. */
export function Kanban(props: ViewProps) {
  const { table } = useOpenTable();
  // The listing follows the saved view, whose change may still be under way.
  const { stackFieldId } = props.listing;
  const field = table.fields.find(({ id }) => id === stackFieldId);
  return field ? (
    <Board key={field.id} field={field} {...props} />
  ) : (
    <ChooseStackField listing={props.listing} />
  );
}
