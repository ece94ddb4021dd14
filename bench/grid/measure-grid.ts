import type { Figure } from "../lists";
import { printLine, printTable, whole } from "../report";
import { measureFirstRows, measureLastRow } from "./arrivals";
import { measureBoards } from "./boards";
import { measureKeystrokes } from "./keystrokes";
import { measureScrolling } from "./scrolling";
import { measureTabs } from "./tabs";
import { type Stage, visit } from "./visit";

/** The parts of the measurement by the names that `BENCH_ONLY` takes. */
const parts: {
  readonly [name: string]: {
    readonly title: string;
    readonly measure: (stage: Stage) => Promise<Figure[]>;
  };
} = {
  opening: { title: "Opening it …", measure: measureFirstRows },
  tabs: { title: "Opening it in ten tabs …", measure: measureTabs },
  jumps: { title: "Jumping to the last row …", measure: measureLastRow },
  keys: { title: "Pressing keys …", measure: measureKeystrokes },
  scrolling: { title: "Scrolling …\n", measure: measureScrolling },
  boards: { title: "Scrolling and dragging on a board …\n", measure: measureBoards },
};

/** Opens the grid, jumps, types and scrolls, or does the part that `BENCH_ONLY` names, and prints the results. */
export async function measureGrid(stage: Stage): Promise<void> {
  // The first visit warms up the server.
  await (await visit(stage)).leave();
  const only = process.env.BENCH_ONLY;
  const figures: Figure[] = [];
  for (const [name, { title, measure }] of Object.entries(parts)) {
    if (only !== undefined && name !== only) continue;
    printLine(title);
    figures.push(...(await measure(stage)));
  }
  printTable([`the grid of ${whole(stage.rows)} records`, "target", "reached"], figures);
}
