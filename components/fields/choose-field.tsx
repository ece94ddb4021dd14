import type { LucideIcon } from "lucide-react";
import type { RecordListing } from "@/components/listing/record-queries";
import { useOpenTable } from "@/components/open-table/open-table";
import { usePage } from "@/components/open-table/use-page";
import { IfAllowed } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";
import type { Field } from "@/lib/contract/fields";
import { useFieldActions } from "./field-actions";
import { FieldTypeIcon } from "./field-type-icon";

const OpenPageOverlay = onDemand(
  async () => (await import("@/components/open-table/overlays/open-page-overlay")).OpenPageOverlay,
);

interface ChooseFieldProps {
  readonly listing: RecordListing;
  readonly icon: LucideIcon;
  readonly title: string;
  /** Says what the field is for, or that the table has none to choose. */
  readonly description: string;
  /** The fields to choose from. */
  readonly fields: readonly Field[];
  readonly onChoose: (fieldId: string) => void;
}

/** Takes the place of a view that lacks a field to arrange its records by, and asks for one. */
export function ChooseField({ listing, icon: Icon, title, description, fields, onChoose }: ChooseFieldProps) {
  const { table } = useOpenTable();
  const { page, overlay, close } = usePage(listing);
  const { begin } = useFieldActions();
  return (
    <section
      aria-label={table.name}
      className="flex h-full flex-col items-center overflow-y-auto bg-background px-4 py-16"
    >
      <div className="flex w-full max-w-sm flex-col items-center gap-3 text-center">
        <Icon aria-hidden className="size-8 text-muted" strokeWidth={1.5} />
        <h2 className="font-semibold text-base">{title}</h2>
        <p className="text-balance text-muted">{description}</p>
        {fields.length > 0 && (
          <ul aria-label="Fields" className="mt-2 flex w-full flex-col gap-1.5">
            {fields.map(({ id, name, type }) => (
              <li key={id}>
                <Button className="h-10! w-full justify-start" onClick={() => onChoose(id)}>
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
