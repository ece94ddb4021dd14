import type { ListResourcesResult, ReadResourceResult } from "@modelcontextprotocol/server";
import { ApiError } from "../../contract/errors";
import type { Actor } from "../../server/access/author";
import { may } from "../../server/access/may";
import { findBases } from "../../server/structure/bases";
import { siblingsIn } from "../../server/structure/structure";
import { type Caller, callOperation } from "./call-operation";
import { compactTable, fittingTable } from "./compact-table";
import { findDatabase, findTableIn } from "./find";
import { listBytes } from "./fit";
import { pageOf } from "./pages";

const mimeType = "application/json";

/** The address of every table's schema; names are percent-encoded. */
export const template = {
  uriTemplate: "rowhouse://{database}/{table}",
  name: "table",
  title: "Schema of a table",
  description: "The fields and views of a table. Database and table are given by id or name.",
  mimeType,
};

/**
 * Lists the schemas of all tables that the caller may read, database by database. The cursor is the id of the last database.
 */
export async function listResources(actor: Actor, cursor: string | undefined): Promise<ListResourcesResult> {
  if (!may(actor, "list-databases")) return { resources: [] };
  const { items, nextCursor } = pageOf(await findBases(actor), {
    cursor,
    take: (all) => all.slice(0, basesAtOnce),
  });
  const resources = await Promise.all(
    items
      .filter(({ id }) => may(actor, "read", id))
      .map(async (base) =>
        (await siblingsIn({ databaseId: base.id })).map(({ id, name }) => ({
          uri: `rowhouse://${base.id}/${id}`,
          name: `${base.name} / ${name}`,
          mimeType,
        })),
      ),
  );
  return { resources: resources.flat(), ...(nextCursor !== undefined && { nextCursor }) };
}

/** Number of databases on a page of resources. */
const basesAtOnce = 10;

/** Reads the schema of a table. */
export async function readResource(caller: Caller, uri: string): Promise<ReadResourceResult> {
  const [database, table] = partsOf(uri);
  const { id: databaseId } = await findDatabase(caller.actor, database);
  const { id: tableId } = await findTableIn(caller.actor, databaseId, table);
  const found = await callOperation(caller, "GET /bases/{databaseId}/tables/{tableId}", {
    params: { databaseId, tableId },
  });
  const text = JSON.stringify(fittingTable(compactTable(found), listBytes));
  return { contents: [{ uri, mimeType, text }] };
}

function partsOf(uri: string): [database: string, table: string] {
  const [, database, table] = /^rowhouse:\/\/([^/?#]+)\/([^/?#]+)$/.exec(uri) ?? [];
  try {
    if (database !== undefined && table !== undefined) {
      return [decodeURIComponent(database), decodeURIComponent(table)];
    }
  } catch {
    // Refused below.
  }
  throw new ApiError(
    "NOT_FOUND",
    `There is no resource ${uri.slice(0, 200)}. Addresses have the form ${template.uriTemplate}.`,
  );
}
