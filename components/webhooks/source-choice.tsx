import { source, sources } from "@/lib/field-types/types/source";
import type { DraftPartProps } from "./draft-part";
import { SomeOrAll } from "./some-or-all";

/** Chooses whether changes are reported by how they were made. */
export function SourceChoice({ draft, edit, error }: DraftPartProps) {
  return (
    <SomeOrAll
      label="Sources"
      what="source"
      words={{ all: "Changes from all sources", some: "Selected sources", chosen: "Selected sources" }}
      items={sourceItems}
      value={draft.sources}
      onChange={(chosen) => edit({ sources: chosen })}
      error={error}
    />
  );
}

const sourceItems = sources.map((id) => ({ id, name: source.display(id, {}) }));
