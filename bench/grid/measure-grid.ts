import type { Figure } from "../lists";
import { printLine, printTable, whole } from "../report";
import { measureFirstRows, measureLastRow } from "./arrivals";
import { measureKeystrokes } from "./keystrokes";
import { measureScrolling } from "./scrolling";
import { type Stage, visit } from "./visit";

/** Opens the grid, jumps, types and scrolls, and prints the results. */
export async function measureGrid(stage: Stage): Promise<void> {
  // The first visit warms up the server.
  await (await visit(stage)).leave();
  printLine("Opening it …");
  const figures: Figure[] = [...(await measureFirstRows(stage)), ...(await measureLastRow(stage))];
  printLine("Pressing keys …");
  figures.push(...(await measureKeystrokes(stage)));
  printLine("Scrolling …\n");
  figures.push(...(await measureScrolling(stage)));
  printTable([`the grid of ${whole(stage.rows)} records`, "target", "reached"], figures);
}
