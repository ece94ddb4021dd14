"use client";

import { arrayMove } from "@dnd-kit/sortable";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";

/** The tables in order, with a function that moves one as an optimistic update. */
export function useTableOrder(databaseId: string, tables: readonly LinkableTable[]) {
  const router = useRouter();
  const [moved, setMoved] = useState<{ of: typeof tables; shown: typeof tables } | null>(null);
  // A later response of the server contains this order or a newer one.
  const shown = moved?.of === tables ? moved.shown : tables;

  async function move(from: number, to: number): Promise<void> {
    const table = shown[from];
    if (!table || from === to) return;
    setMoved({ of: tables, shown: arrayMove([...shown], from, to) });
    try {
      await api("PATCH /bases/{databaseId}/tables/{tableId}", {
        params: { databaseId, tableId: table.id },
        body: { order: to },
      });
    } catch (error) {
      setMoved(null);
      toast.error("The table was not moved", { description: (error as Error).message });
    }
    router.refresh();
  }

  return { shown, move };
}
