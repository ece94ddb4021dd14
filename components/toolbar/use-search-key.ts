import { useEffect } from "react";
import { chordOf } from "@/components/commands/chords";
import { searchWanted } from "@/components/commands/open-search";
import { useStable } from "@/components/ui/use-stable";

/** Calls `open` on Mod+F anywhere on the page except in a dialog, and for the search command. */
export function useSearchKey(open: () => void): void {
  const onKey = useStable(open);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (chordOf(event) !== "Mod+f" || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest("[role=dialog], [role=alertdialog]"))
        return;
      event.preventDefault();
      onKey();
    }
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener(searchWanted, onKey);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener(searchWanted, onKey);
    };
  }, [onKey]);
}
