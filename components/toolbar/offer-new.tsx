import { Plus } from "lucide-react";
import { useState } from "react";
import { useFieldActions } from "@/components/fields/field-actions";
import type { PaletteEntry } from "@/components/open-table/palette/entry";
import { useOfferEntries } from "@/components/open-table/palette/offered-entries";
import { useRights } from "@/components/rights/rights";
import { onDemand } from "@/components/ui/on-demand";
import { triggerId } from "./panel";
import type { ToolbarViewTypes } from "./tools";

const NewView = onDemand(async () => (await import("./new-view")).NewView);

/** Offers new views and fields to the palette, whose buttons are in panels that may be closed. */
export function OfferNew({ types }: { readonly types: ToolbarViewTypes }) {
  const may = useRights();
  const { begin } = useFieldActions();
  const [isNaming, setNaming] = useState(false);
  useOfferEntries([
    ...(may("change-structure") ? [entryOf("field", () => begin({ what: "create" }))] : []),
    ...(may("change-views") ? [entryOf("view", () => setNaming(true))] : []),
  ]);
  return (
    isNaming && (
      <NewView
        types={types}
        anchor={() => document.getElementById(triggerId("views"))}
        onClose={() => setNaming(false)}
      />
    )
  );
}

function entryOf(what: "field" | "view", open: () => void): PaletteEntry {
  return { id: `new:${what}`, kind: "Actions", label: `New ${what}`, icon: Plus, takesFocus: true, open };
}
