import { CalendarDays } from "lucide-react";
import { dateFields } from "@/components/fields/date-fields";
import { useFieldActions } from "@/components/fields/field-actions";
import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import type { RecordListing } from "@/components/listing/record-queries";
import { useOpenTable } from "@/components/open-table/open-table";
import { usePage } from "@/components/open-table/use-page";
import { IfAllowed } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";

const OpenPageOverlay = onDemand(
  async () => (await import("@/components/open-table/overlays/open-page-overlay")).OpenPageOverlay,
);

/** Takes the place of a calendar without a field for the dates of records, and asks for one. */
export function ChooseStartField({ listing }: { listing: RecordListing }) {
  const { table, view, changeView } = useOpenTable();
  const { page, overlay, close } = usePage(listing);
  const { begin } = useFieldActions();
  const fields = dateFields(table.fields);
  return (
    <section
      aria-label={table.name}
      className="flex h-full flex-col items-center overflow-y-auto bg-background px-4 py-16"
    >
      <div className="flex w-full max-w-sm flex-col items-center gap-3 text-center">
        <CalendarDays aria-hidden className="size-8 text-muted" strokeWidth={1.5} />
        <h2 className="font-semibold text-base">Choose a field for the dates</h2>
        <p className="text-balance text-muted">
          {fields.length === 0
            ? "This table has no field with a date, or with a date and time."
            : `“${view.name}” shows each record on the day of a field.`}
        </p>
        {fields.length > 0 && (
          <ul aria-label="Fields" className="mt-2 flex w-full flex-col gap-1.5">
            {fields.map(({ id, name, type }) => (
              <li key={id}>
                <Button
                  className="h-10! w-full justify-start"
                  onClick={() => changeView({ startFieldId: id })}
                >
                  <FieldTypeIcon type={type} className="text-muted" />
                  <span dir="auto" className="truncate">
                    {name}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        <IfAllowed action="change-structure">
          <Button look={fields.length === 0 ? "primary" : "quiet"} onClick={() => begin({ what: "create" })}>
            New field
          </Button>
        </IfAllowed>
      </div>
      {overlay && <OpenPageOverlay overlay={overlay} onClose={close} page={page} />}
    </section>
  );
}
