import * as z from "zod";
import { fieldCreate, fieldUpdate } from "../../../contract/fields";
import { tableCreate, tableUpdate } from "../../../contract/tables";
import { viewConfigUpdate, viewCreate, viewUpdate } from "../../../contract/views";
import type { OperationKey } from "../../operation-key";
import { table, view } from "../arguments";
import { type Caller, callOperation } from "../call-operation";
import { findTableIn, findViewIn } from "../find";
import type { ToolContent } from "../tool";
import { type Changed, outcomeOf } from "./schema-outcome";

const field = z.string().describe("The field's id or name.");

/** The parts of a change that say where it is; all others are the body of the operation. */
const places = { table, field, view };
/** The settings that views of most types have. Those of every type would be most of the description of all tools. */
const config = z
  .looseObject(viewConfigUpdate.pick({ filter: true, sorts: true, groups: true, hiddenFieldIds: true }).shape)
  .describe("Settings of the view, also those of its type, such as stackFieldId of a kanban view.");

type PlaceName = keyof typeof places;

interface Kind {
  readonly operation: OperationKey;
  readonly places: readonly PlaceName[];
  readonly body: z.core.$ZodShape;
  /** True if a dry run of the operation tells more than the operation itself. */
  readonly isTelling?: true;
}

/** The changes by the value of `do`. */
const kinds = {
  create_table: { operation: "POST /bases/{databaseId}/tables", places: [], body: tableCreate.shape },
  update_table: {
    operation: "PATCH /bases/{databaseId}/tables/{tableId}",
    places: ["table"],
    body: tableUpdate.shape,
  },
  delete_table: { operation: "DELETE /bases/{databaseId}/tables/{tableId}", places: ["table"], body: {} },
  create_field: {
    operation: "POST /bases/{databaseId}/tables/{tableId}/fields",
    places: ["table"],
    body: fieldCreate.in.shape,
    isTelling: true,
  },
  update_field: {
    operation: "PATCH /bases/{databaseId}/tables/{tableId}/fields/{fieldId}",
    places: ["table", "field"],
    body: fieldUpdate.shape,
    isTelling: true,
  },
  delete_field: {
    operation: "DELETE /bases/{databaseId}/tables/{tableId}/fields/{fieldId}",
    places: ["table", "field"],
    body: {},
  },
  create_view: {
    operation: "POST /bases/{databaseId}/tables/{tableId}/views",
    places: ["table"],
    body: { ...viewCreate.shape, config: config.optional() },
  },
  update_view: {
    operation: "PATCH /bases/{databaseId}/tables/{tableId}/views/{viewId}",
    places: ["table", "view"],
    body: { ...viewUpdate.shape, config: config.optional() },
  },
  delete_view: {
    operation: "DELETE /bases/{databaseId}/tables/{tableId}/views/{viewId}",
    places: ["table", "view"],
    body: {},
  },
} as const satisfies { readonly [name: string]: Kind };

type KindName = keyof typeof kinds;
const kindNames = Object.keys(kinds) as KindName[];

/** The operations that carry out changes. */
export const schemaOperations = Object.values(kinds).map(({ operation }) => operation);

/** A change of the schema. */
export const schemaChange = z.discriminatedUnion(
  "do",
  kindNames.map(shapeOf) as [ChangeShape, ...ChangeShape[]],
  {
    error: ({ code }) => (code === "invalid_union" ? `takes one of ${kindNames.join(", ")}` : undefined),
  },
);

type ChangeShape = z.ZodObject<{ do: z.ZodLiteral<KindName> }, z.core.$strict>;

function shapeOf(name: KindName): ChangeShape {
  const kind: Kind = kinds[name];
  const where = Object.fromEntries(kind.places.map((place) => [place, places[place]]));
  return z.strictObject({ do: z.literal(name), ...where, ...kind.body }) as unknown as ChangeShape;
}

interface Wanted {
  readonly databaseId: string;
  readonly change: z.output<typeof schemaChange>;
  readonly isDryRun: boolean;
}

/** Carries out a change within a transaction. A dry run of all changes also tells what this one does to values. */
export async function carryOut(
  caller: Caller,
  { databaseId, change, isDryRun }: Wanted,
): Promise<ToolContent> {
  const kind: Kind = kinds[change.do];
  const { do: _, table, field, view, ...body } = change as { do: string } & { [Name in PlaceName]?: string };
  const params: { [name: string]: string } = { databaseId };
  if (table !== undefined) params.tableId = (await findTableIn(caller.actor, databaseId, table)).id;
  if (field !== undefined) params.fieldId = field;
  if (view !== undefined) {
    const place = { databaseId, tableId: params.tableId ?? "" };
    params.viewId = (await findViewIn(caller.actor, place, view)).id;
  }
  const call = (isRehearsed: boolean) =>
    callOperation(caller, kind.operation, { params, body, isDryRun: isRehearsed }) as Promise<Changed>;
  const rehearsed = isDryRun && kind.isTelling ? await call(true) : undefined;
  return outcomeOf(await call(false), rehearsed);
}
