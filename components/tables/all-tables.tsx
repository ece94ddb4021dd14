import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import { EntryList } from "@/components/open-table/palette/entry-list";
import { comparable, matchText } from "@/components/open-table/palette/match-text";
import { tableEntries } from "@/components/open-table/palette/sources/tables";
import type { Anchor } from "@/components/ui/anchor";
import { Dialog } from "@/components/ui/dialog";

interface AllTablesProps {
  databaseId: string;
  tables: readonly LinkableTable[];
  anchor: Anchor;
  onClose: () => void;
}

/** Lists all tables of a database with a search by name. */
export function AllTables({ databaseId, tables, anchor, onClose }: AllTablesProps) {
  const router = useRouter();
  const [query, setQuery] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const sought = comparable(query);
  const found = tables.filter(({ name }) => matchText(sought, name) !== null);
  const items = tableEntries({ databaseId, tables: found, go: (path) => router.push(path) });
  return (
    <Dialog open title="All tables" anchor={anchor} onClose={onClose} initialFocus={() => input.current}>
      <EntryList
        label="Find a table"
        query={query}
        onQuery={setQuery}
        groups={found.length === 0 ? [] : [{ value: "", items }]}
        onChoose={(entry) => {
          onClose();
          entry.open();
        }}
        inputRef={input}
        note={found.length === 0 && "No table has this name"}
      />
    </Dialog>
  );
}
