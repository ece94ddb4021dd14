import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { tableQuery } from "@/components/listing/record-names";
import type { RecordSource } from "@/components/listing/record-source";
import type { RuledTable } from "@/lib/contract/tables";

/** The table that came with the page, kept current as it changes. */
export function useNewestTable(source: RecordSource, served: RuledTable, readAt: number): RuledTable {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...tableQuery(source),
    initialData: served,
    initialDataUpdatedAt: readAt,
    staleTime: 5_000,
  });

  // The server rendered the page again; after Back, its table may be older than the cached one.
  const known = useRef(served);
  useEffect(() => {
    if (known.current === served) return;
    known.current = served;
    void queryClient.invalidateQueries({ queryKey: tableQuery(source).queryKey });
  }, [queryClient, source, served]);

  return data;
}
