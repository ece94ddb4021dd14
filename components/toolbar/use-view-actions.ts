import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { tableQuery } from "@/components/listing/record-names";
import { useOpenTable } from "@/components/open-table/open-table";
import { useUndoOffer } from "@/components/open-table/undo/use-undo-offer";
import { useTableRefresh } from "@/components/open-table/use-table-refresh";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import type { View, ViewConfigUpdate } from "@/lib/contract/views";
import type { ReadTable, ToolbarViewType } from "./tools";

const all = "/bases/{databaseId}/tables/{tableId}/views";
const one = `${all}/{viewId}` as const;

interface NewView extends Pick<View, "type"> {
  readonly config?: ViewConfigUpdate;
  /** True for a view that nobody else sees. */
  readonly isPersonal?: boolean;
}

/** Actions on the views of the open table. */
export function useViewActions() {
  const { databaseId, table, view: current } = useOpenTable();
  const place = { databaseId, tableId: table.id };
  const refresh = useTableRefresh();
  const queryClient = useQueryClient();
  const router = useRouter();
  const offerUndo = useUndoOffer(databaseId, { tableId: table.id });

  /** Updates the cached views until they are refetched. */
  function show(views: readonly View[]) {
    queryClient.setQueryData(tableQuery(place).queryKey, (known) => known && { ...known, views: [...views] });
  }
  function go(view: View | undefined) {
    if (view) router.push(`/database/${databaseId}/${table.id}/${view.id}`);
  }

  const readTable: ReadTable = (tableId) => queryClient.fetchQuery(tableQuery({ databaseId, tableId }));

  return {
    /** The settings of a new view. */
    async initialSettings({ required, initial }: ToolbarViewType): Promise<ViewConfigUpdate> {
      return { ...(await required?.(table, readTable)), ...(await initial?.(table, readTable)) };
    },
    async create(name: string, { type, config, isPersonal = false }: NewView) {
      const view = await api(`POST ${all}`, {
        params: place,
        body: { name, type, ...(config && { config }), ...(isPersonal && { ownerId: "me" }) },
      });
      show([...table.views, view]);
      go(view);
    },
    async rename({ id }: View, name: string) {
      const view = await api(`PATCH ${one}`, { params: { ...place, viewId: id }, body: { name } });
      show(table.views.map((each) => (each.id === id ? view : each)));
    },
    /** Changes the type of a view; it keeps the settings that both types have. */
    async changeType({ id, type: before, name }: View, { required }: ToolbarViewType, type: View["type"]) {
      if (type === before) return;
      try {
        const config = (await required?.(table, readTable)) ?? {};
        const view = await api(`PATCH ${one}`, { params: { ...place, viewId: id }, body: { type, config } });
        show(table.views.map((each) => (each.id === id ? view : each)));
      } catch (error) {
        toast.error(`The type of “${name}” was not changed`, { description: (error as Error).message });
      }
    },
    /** Locks a view, so that only creators change it, or unlocks it. */
    async lock({ id, name }: View, isLocked: boolean) {
      try {
        const view = await api(`PATCH ${one}`, {
          params: { ...place, viewId: id },
          body: { config: { isLocked } },
        });
        show(table.views.map((each) => (each.id === id ? view : each)));
      } catch (error) {
        toast.error(`“${name}” was not ${isLocked ? "locked" : "unlocked"}`, {
          description: (error as Error).message,
        });
      }
    },
    /** Makes a view personal, or one of everybody. */
    async own({ id, name }: View, isOwn: boolean) {
      try {
        const view = await api(`PATCH ${one}`, {
          params: { ...place, viewId: id },
          body: { ownerId: isOwn ? "me" : null },
        });
        show(table.views.map((each) => (each.id === id ? view : each)));
      } catch (error) {
        toast.error(`“${name}” was not made ${isOwn ? "personal" : "a view of everybody"}`, {
          description: (error as Error).message,
        });
      }
    },
    async remove({ id, name }: View) {
      await api(`DELETE ${one}`, { params: { ...place, viewId: id } });
      const left = table.views.filter((each) => each.id !== id);
      if (id === current.id) go(left[0]);
      show(left);
      offerUndo(`View “${name}” deleted`);
    },
    async move({ id }: View, { to, views }: { to: number; views: readonly View[] }) {
      show(views);
      try {
        await api(`PATCH ${one}`, { params: { ...place, viewId: id }, body: { order: to } });
      } catch (error) {
        toast.error("The view was not moved", { description: (error as Error).message });
      }
      await refresh.structure();
    },
  };
}
