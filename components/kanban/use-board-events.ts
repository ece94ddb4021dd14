import type { AnyCommand } from "@/components/commands/command";
import { boardKeys } from "@/components/commands/keys";
import { loadedIn, recordAt, rowOfRecord } from "@/components/record-card/rows/segments";
import { useCardEvents } from "@/components/record-card/use-card-events";
import type { BoardPlace } from "./moves/board-steps";
import type { BoardModel } from "./use-board";

/** The events of all cards and stacks, handled by the board. */
export function useBoardEvents(board: BoardModel, run: (command: AnyCommand) => boolean) {
  const { focus, focusOn, noteFocus, services, select, selected, announce, compose } = board;

  function idsUpTo({ stackId, row }: BoardPlace): string[] {
    const rows = board.rows.get(stackId) ?? [];
    const from = focus?.stackId === stackId ? Math.max(0, focus.row) : row;
    const [first, last] = [Math.min(from, row), Math.max(from, row)];
    const within = loadedIn(rows).filter(({ id }) => {
      const at = rowOfRecord(rows, id) ?? -1;
      return at >= first && at <= last;
    });
    return within.map(({ id }) => id);
  }
  return useCardEvents<BoardPlace>({
    ...{ focusOn, noteFocus, select, selected, announce, run, idsUpTo },
    keys: boardKeys,
    placeOf: ({ dataset }) => ({ stackId: dataset.place ?? "", row: Number(dataset.row) }),
    isFocused: ({ stackId, row }) => focus?.stackId === stackId && focus.row === row,
    recordIn: ({ stackId, row }) => (row < 0 ? undefined : recordAt(board.rows.get(stackId) ?? [], row)),
    showMenu: (at) => services.show({ is: "card-menu", at }),
    compose: ({ stackId }) => compose(stackId),
    putBack: board.carried?.by === "keys" ? () => board.carry(null) : null,
  });
}
