import { CalendarDays } from "lucide-react";
import { ChooseField } from "@/components/fields/choose-field";
import { dateFields } from "@/components/fields/date-fields";
import type { RecordListing } from "@/components/listing/record-queries";
import { useOpenTable } from "@/components/open-table/open-table";

/** Takes the place of a calendar without a field for the dates of records, and asks for one. */
export function ChooseStartField({ listing }: { listing: RecordListing }) {
  const { table, view, changeView } = useOpenTable();
  const fields = dateFields(table.fields);
  return (
    <ChooseField
      listing={listing}
      icon={CalendarDays}
      title="Choose a field for the dates"
      description={
        fields.length === 0
          ? "This table has no field with a date, or with a date and time."
          : `“${view.name}” shows each record on the day of a field.`
      }
      fields={fields}
      onChoose={(id) => changeView({ startFieldId: id })}
    />
  );
}
