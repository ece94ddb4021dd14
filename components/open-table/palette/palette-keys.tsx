import { useState } from "react";
import { usePageKeys } from "@/components/commands/use-page-keys";
import { useMay } from "@/components/rights/rights";
import { onDemand } from "@/components/ui/on-demand";

const Palette = onDemand(async () => (await import("./palette")).Palette, { preload: "soon" });

interface PaletteKeysProps {
  /** The database of the page; left out outside of databases. */
  databaseId?: string;
}

/** Opens the palette by its keys on pages without an open table. */
export function PaletteKeys({ databaseId }: PaletteKeysProps) {
  const [isOpen, setOpen] = useState(false);
  const mayRead = useMay("read");
  usePageKeys(({ do: wanted }) => {
    if (wanted !== "commands" || !mayRead) return false;
    setOpen(true);
    return true;
  });
  return (
    isOpen && (
      <Palette
        commands={noCommands}
        databaseId={databaseId ?? null}
        onChoose={() => {}}
        onClose={() => setOpen(false)}
      />
    )
  );
}

const noCommands: readonly never[] = [];
