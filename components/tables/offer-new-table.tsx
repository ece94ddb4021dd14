import { Plus } from "lucide-react";
import { useState } from "react";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import { useOfferEntries } from "@/components/open-table/palette/offered-entries";
import { useMay } from "@/components/rights/rights";
import { onDemand } from "@/components/ui/on-demand";

const NewTableDialog = onDemand(async () => (await import("./new-table-dialog")).NewTableDialog);

interface OfferNewTableProps {
  databaseId: string;
  tables: readonly LinkableTable[];
}

/** Offers the form for a new table to the palette. Kept apart from the button, which belongs to the first load. */
export function OfferNewTable(props: OfferNewTableProps) {
  const mayCreate = useMay("change-structure");
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useOfferEntries(
    mayCreate
      ? [{ id: "new:table", kind: "Actions", label: "New table", icon: Plus, takesFocus: true, open }]
      : [],
  );
  return isOpen && <NewTableDialog open onClose={() => setOpen(false)} {...props} />;
}
