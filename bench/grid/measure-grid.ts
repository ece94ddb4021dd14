import type { Figure } from "../lists";
import { printTable, say, whole } from "../report";
import { measureFirstRows, measureLastRow } from "./arrivals";
import { measureKeystrokes } from "./keystrokes";
import { measureScrolling } from "./scrolling";
import { type Stage, visit } from "./visit";

/** Opens the grid, jumps, types and scrolls; prints what came of it. */
export async function measureGrid(stage: Stage): Promise<void> {
  // The first to come waits for what the server has to load.
  await (await visit(stage)).leave();
  say("Opening it …");
  const figures: Figure[] = [await measureFirstRows(stage), ...(await measureLastRow(stage))];
  say("Pressing keys …");
  figures.push(...(await measureKeystrokes(stage)));
  say("Scrolling …\n");
  figures.push(...(await measureScrolling(stage)));
  printTable([`the grid of ${whole(stage.rows)} records`, "target", "reached"], figures);
}
