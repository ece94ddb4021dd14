import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { tableQuery } from "@/components/listing/record-names";
import type { TablePlace } from "@/lib/contract/places";
import type { Table } from "@/lib/contract/tables";

/** A table that came with the page, and as it is whenever something of it changes. */
export function useNewestTable(place: TablePlace, served: Table, readAt: number): Table {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...tableQuery(place),
    initialData: served,
    initialDataUpdatedAt: readAt,
    staleTime: 5_000,
  });

  // The server has sent the page anew: what is kept here may be older, or, on the way back, newer.
  const known = useRef(served);
  useEffect(() => {
    if (known.current === served) return;
    known.current = served;
    void queryClient.invalidateQueries({ queryKey: tableQuery(place).queryKey });
  }, [queryClient, place, served]);

  return data;
}
