import { useEffect } from "react";
import { nobody, usePersonId } from "@/components/rights/rights";
import { noteRecent } from "./recent";

/** Stores what a person has opened, for the palette to list. */
export function useNoteRecent(id: string | null): void {
  const personId = usePersonId();
  useEffect(() => {
    if (id !== null && personId !== nobody) noteRecent(personId, id);
  }, [id, personId]);
}
