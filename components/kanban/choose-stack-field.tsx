import { SquareKanban } from "lucide-react";
import { ChooseField } from "@/components/fields/choose-field";
import { stackableFields } from "@/components/fields/stackable-fields";
import type { RecordListing } from "@/components/listing/record-queries";
import { useOpenTable } from "@/components/open-table/open-table";

/** Takes the place of a board without a field to stack by, and asks for one. */
export function ChooseStackField({ listing }: { listing: RecordListing }) {
  const { table, view, changeView } = useOpenTable();
  const fields = stackableFields(table.fields);
  return (
    <ChooseField
      listing={listing}
      icon={SquareKanban}
      title="Choose a field to stack by"
      description={
        fields.length === 0
          ? "This table has no field that records can be stacked by. Single selects, checkboxes, ratings, and fields with one person or one linked record can be."
          : `“${view.name}” shows records as cards, in one stack for each value of a field.`
      }
      fields={fields}
      onChoose={(id) => changeView({ stackFieldId: id })}
    />
  );
}
