import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Figure } from "@/components/cells/summary/summary";
import { recordsKey } from "@/components/listing/record-queries";
import { counted } from "@/components/tasks/counted";
import { notify } from "@/components/tasks/messages";
import { areasOf } from "../cursor/cursor";
import { countCells } from "../cursor/selection";
import type { GridModel } from "../use-grid";
import { summarizeSelection } from "./summarize-selection";

/** The status bar's figures for a selection of several cells. */
export function SelectionSummary({ grid }: { grid: GridModel }) {
  const { cursor, bounds } = grid;
  const cells = countCells(areasOf(cursor, bounds));
  const figures = useFigures(grid);
  return (
    <section
      aria-label="Selection"
      className="flex min-w-0 items-center gap-4 overflow-x-auto whitespace-nowrap [scrollbar-width:none]"
    >
      <span role="status" className={`text-text tabular-nums ${isEverything(grid) ? "" : "sm:sr-only"}`}>
        {isEverything(grid) ? everythingText(grid) : counted(cells, "cell")} selected
      </span>
      <ul className="flex items-center gap-1 max-sm:hidden">
        {figures?.map((figure) => (
          <li key={figure.name}>
            <CopiedFigure {...figure} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A figure that a click copies. The focus stays with the selection. */
function CopiedFigure({ name, text }: Figure) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      notify({ title: `${name} copied: ${text}` });
    } catch {
      notify({ title: "Your browser blocked copying." });
    }
  }
  return (
    <button
      type="button"
      title={`Copy ${name.toLowerCase()}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={copy}
      className="flex gap-1 rounded px-1.5 py-0.5 hover:bg-hover"
    >
      <span>{name}</span>
      <span className="text-text tabular-nums">{text}</span>
    </button>
  );
}

/** The debounce time of summaries in ms. */
const pause = 120;

/** The figures of the last stable selection; null until there are some. */
function useFigures({ cursor, bounds, edits, columns, services, state }: GridModel) {
  const [figures, setFigures] = useState<readonly Figure[] | null>(null);
  const version = useVersion(services.listing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them may change the figures
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      summarizeSelection(state(), stop.signal).then(
        (found) => !stop.signal.aborted && setFigures(found),
        // Errors are ignored here: problems with the server are reported elsewhere.
        () => !stop.signal.aborted && setFigures(null),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [cursor, bounds.rows, columns.all, edits, version, state]);
  return figures;
}

/** Changes whenever records of the table have been reloaded. */
function useVersion({ databaseId, tableId }: GridModel["services"]["listing"]): number {
  const queryClient = useQueryClient();
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const key = recordsKey({ databaseId, tableId }).join();
    return queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === "updated" && query.queryKey.slice(0, 3).join() === key)
        setVersion(query.state.dataUpdatedAt);
    });
  }, [queryClient, databaseId, tableId]);
  return version;
}

function isEverything({ cursor }: GridModel): boolean {
  return cursor.state === "selecting" && cursor.reach === "all";
}

function everythingText({ bounds }: GridModel): string {
  return bounds.rows === 1 ? "1 record" : `All ${bounds.rows.toLocaleString("en")} records`;
}
