import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useEdits } from "@/components/edits/use-edits";
import { nameOf as nameOfRecord } from "@/components/listing/record-names";
import { listingOfStack, servedStacks, stacksQuery } from "@/components/listing/stack-queries";
import type { ViewProps } from "@/components/open-table/listed-view";
import { useOpenTable } from "@/components/open-table/open-table";
import { useOverlay } from "@/components/open-table/use-overlay";
import { useRepositionAfterEdit } from "@/components/open-table/use-reposition-after-edit";
import { useTableServices } from "@/components/open-table/use-table-services";
import { cardContent } from "@/components/record-card/card-content";
import { useCardMoves } from "@/components/record-card/moves/use-card-moves";
import { countRows } from "@/components/record-card/rows/segments";
import { useMay } from "@/components/rights/rights";
import { useTasks } from "@/components/tasks/use-tasks";
import { useStable } from "@/components/ui/use-stable";
import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import type { StackPage } from "@/lib/contract/stacks";
import { settingOf } from "@/lib/contract/views";
import {
  type BoardFocus,
  type BoardMove,
  type BoardState,
  type Carried,
  moveOf,
  type ShownStack,
} from "./board-state";
import type { BoardPlace, StackShape } from "./moves/board-steps";
import { withMoves } from "./moves/card-moves";
import type { BoardOverlay } from "./overlays/overlay";
import { resolvedFocus } from "./resolved-focus";
import { useBoardRows } from "./rows/use-board-rows";
import { withEdits } from "./rows/with-edits";
import { orderedStacks } from "./stacks/ordered-stacks";
import { stackIdOf } from "./stacks/stack-values";
import { useStackNames } from "./stacks/use-stack-names";

type Source = Pick<ViewProps, "listing" | "firstPage"> & { readonly field: Field };

/** Everything that a board shows and does. */
export function useBoard({ listing, firstPage, field }: Source) {
  const queryClient = useQueryClient();
  const { table, view } = useOpenTable();
  const { config } = view;
  const query = useQuery({ ...stacksQuery(queryClient, listing), ...servedStacks(firstPage) });
  const response = query.data;
  const loaded = useBoardRows(listing, response);
  const { edits, store } = useEdits(listing);
  const { task, tasks } = useTasks(listing);
  const { overlay, show, closeThis: closeOverlay } = useOverlay<BoardOverlay>();
  const tableServices = useTableServices(listing, tasks);
  const services = useMemo(() => ({ ...tableServices, show }), [tableServices, show]);
  const { pending, move, hindrance } = useCardMoves<BoardMove>({ store, services });
  const mayAdd = useMay("create-records");

  const [selected, select] = useState<ReadonlySet<string>>(none);
  const [carried, carry] = useState<Carried | null>(null);
  const [composing, setComposing] = useState<string | null>(null);
  const [wantedFocus, setFocus] = useState<BoardFocus | null>(null);
  const [announcement, announce] = useState("");

  const collapsed = useMemo(() => new Set(settingOf(config, "collapsedStacks").map(stackIdOf)), [config]);
  const answered = useMemo(() => orderedStacks(response?.stacks ?? noStacks, config), [response, config]);
  const names = useStackNames(listing.databaseId, field, answered);
  const settled = withMoves(withEdits(loaded.rows, edits), pending);
  const rows = carried ? withMoves(settled, [moveOf(carried)]) : settled;
  const fieldId = response?.fieldId ?? field.id;
  const listings = useMemo(
    () => new Map(answered.map(({ key }) => [stackIdOf(key), listingOfStack(listing, fieldId, key)])),
    [answered, listing, fieldId],
  );
  const same = useSameStacks();
  const stacks = answered.map(({ key, value, count }): ShownStack => {
    const id = stackIdOf(key);
    const own = rows.get(id) ?? [];
    return same({
      id,
      key,
      name: names.get(id) ?? "",
      rows: own,
      count: countRows(own),
      isCounted: count !== null,
      value,
      listing: listings.get(id) ?? listing,
      isCollapsed: collapsed.has(id),
    });
  });
  const shapes = stacks.map(
    ({ id, count, isCollapsed }): StackShape => ({ id, count, isCollapsed, hasNew: mayAdd }),
  );
  const focus = resolvedFocus(wantedFocus, { shapes, rows });
  const titleId = cardContent(table, config, { withoutFieldId: fieldId, cardWidth: 0 }).titleId;
  const nameOf = useStable((record: Record) => nameOfRecord(record, { ...table, primaryFieldId: titleId }));

  const noteFocus = useStable((place: BoardPlace, recordId: string | null) =>
    setFocus((before) => ({ ...place, recordId, turn: before?.turn ?? 0 })),
  );
  const focusOn = useStable((place: BoardPlace, recordId: string | null = null) =>
    setFocus((before) => ({ ...place, recordId, turn: (before?.turn ?? 0) + 1 })),
  );
  const sortedBy = config.sorts.map(
    ({ fieldId: id }) => table.fields.find((each) => each.id === id)?.name ?? id,
  );
  const board: BoardState = {
    store,
    services,
    table,
    field,
    stacks,
    shapes,
    rows,
    settled,
    focus,
    selected,
    carried,
    sortedBy,
    nameOf,
    focusOn,
    select,
    carry,
    move,
    announce,
    compose: setComposing,
  };
  const state = useStable(() => board);

  const { reloadRows, reloadSummaries } = tableServices;
  useRepositionAfterEdit(edits, { table, view, listing }, { reloadRows, reloadSummaries });
  return {
    ...board,
    state,
    edits,
    noteFocus,
    hindrance,
    task,
    overlay,
    closeOverlay,
    composing,
    announcement,
    want: loaded.want,
    release: loaded.release,
    isLoaded: response !== undefined,
    hasMore: response?.hasMore ?? false,
    error: (response ? null : query.error) ?? loaded.error,
    retry: () => {
      if (!response) void query.refetch();
      loaded.retry();
    },
  };
}

export type BoardModel = ReturnType<typeof useBoard>;

/** Keeps the object of a stack while it is the same, because its column is drawn again with each new one. */
function useSameStacks(): (stack: ShownStack) => ShownStack {
  const [known] = useState(() => new Map<string, ShownStack>());
  return (stack) => {
    const before = known.get(stack.id);
    const keys = Object.keys(stack) as (keyof ShownStack)[];
    if (before && keys.every((key) => before[key] === stack[key])) return before;
    known.set(stack.id, stack);
    return stack;
  };
}

const none: ReadonlySet<string> = new Set();
const noStacks: StackPage["stacks"] = [];
