import * as z from "zod";
import { requireMay } from "../../../server/access/may";
import { roleIn } from "../../../server/access/rights";
import { findBases } from "../../../server/structure/bases";
import { cursor } from "../arguments";
import { pageOf } from "../pages";
import { tool } from "../tool";

export const listDatabases = tool({
  name: "list_databases",
  title: "List databases",
  description: "Lists the databases that you may read, with your role in each and the number of tables.",
  operations: ["GET /bases"],
  input: z.strictObject({ cursor }),
  hints: { isReadOnly: true },
  async run({ caller: { actor }, args }) {
    // The operation itself answers every field of every table.
    requireMay(actor, "list-databases");
    const all = (await findBases(actor)).map(({ tables, ...base }) => ({
      ...base,
      role: roleIn(actor, base.id),
      tables,
    }));
    const { items, ...rest } = pageOf(all, args);
    return { databases: items, ...rest };
  },
});
