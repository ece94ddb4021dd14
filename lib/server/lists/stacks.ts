import { badRequest } from "../../contract/errors";
import type { Filter } from "../../contract/filters";
import { limits } from "../../contract/limits";
import type { Sort } from "../../contract/lists";
import type { TablePlace } from "../../contract/places";
import { maxStacks, type StackList, type StackPage } from "../../contract/stacks";
import { settingOf, type ViewConfig } from "../../contract/views";
import { hasStack, type StackKey } from "../../field-types/stacks";
import { answerRoom, takeInSteps } from "../answer-room";
import { Prisma, query, queryFirst } from "../db";
import { JsonItems } from "../json-in-turns";
import { presentFirst } from "../records/present-records";
import { type RecordRow, selectRecordsInOrder } from "../records/record-sql";
import { rowParts } from "../records/row-parts";
import type { Share } from "../room";
import { partitionOf } from "../structure/partitions";
import { isCurrent, readFresh, type TableSchema, withSchema } from "../structure/schemas";
import { type Computation, presentResult, readComputation } from "./computations";
import { shownFields, sortKeys } from "./list-query";
import { findView, selectionSql } from "./selections";
import { byPosition } from "./sort-sql";
import { type StackField, stackFieldOf } from "./stack-field";
import { type Board, boundsSql, firstSql, stacksSql, usedKeysSql } from "./stack-sql";

type Stacks = StackPage["stacks"];

/** The stacks of a view, which are serialised already. */
export type ListedStacks = Omit<StackPage, "stacks"> & { stacks: JsonItems<Stacks[number]> };

/** Lists the stacks of a view with the first records of each. */
export function listStacks(place: TablePlace, request: StackList): Promise<ListedStacks> {
  return withSchema(place, async (schema) => {
    const { viewId, config } = request;
    return stacksWithin(schema, request, await findView(schema, viewId, config));
  });
}

/** A request within a view. */
interface WantedStacks {
  readonly filter?: Filter | undefined;
  readonly sort?: readonly Sort[] | undefined;
  readonly timeZone?: string | undefined;
  readonly search?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly limit: number;
  /** False to leave counts out where they take long. */
  readonly counts: boolean;
}

/** Lists the stacks of a view for the caller of the schema. */
export async function stacksWithin(
  schema: TableSchema,
  { filter, sort, timeZone, search, fields, limit, counts }: WantedStacks,
  view: ViewConfig,
): Promise<ListedStacks> {
  const stackField = await requireStackField(schema, view);
  const only = shownFields(schema, fields, view);
  const board: Board = {
    ...{ schema, stackField, limit },
    keys: await sortKeys(schema, sort, view),
    selection: await selectionSql(schema, { filter, timeZone, search, view }),
    computation: await computationIn(schema, view),
  };
  const share = answerRoom.enter();
  try {
    const bytes = await sizeOf(board);
    const isCounted = counts || bytes <= collectedBytes;
    const { isEachShown, keys } = await stackKeysOf(board, settingOf(view, "stackOrder"), isCounted);
    const found = isCounted ? await readStacks(board, keys, bytes) : await readTops(board, keys);
    const isShown = (key: string) => found.has(key) || (isEachShown && !settingOf(view, "hideEmptyStacks"));
    const shown = keys.filter(isShown).slice(0, maxStacks);
    const none: FoundStack = { count: isCounted ? 0 : null, value: null, ids: [] };
    const records = await readCards(
      board,
      shown.map((key) => found.get(key)?.ids ?? []),
      { only, share },
    );
    // The last statement, so that it confirms all others.
    await readFresh(schema, query(Prisma.sql`SELECT 1 WHERE ${isCurrent(schema)}`));
    return {
      fieldId: stackField.field.id,
      stacks: new JsonItems(
        shown.map((key) => writeStack(board, { key, stack: found.get(key) ?? none, records })),
      ),
      hasMore: keys.filter(isShown).length > maxStacks,
    };
  } finally {
    share.release();
  }
}

async function requireStackField(schema: TableSchema, { stackFieldId }: ViewConfig): Promise<StackField> {
  const found = stackFieldId ? await stackFieldOf(schema, stackFieldId) : undefined;
  if (found && found.field.id === stackFieldId) return found;
  const message = "names a view without a field to stack its records by; set its stackFieldId";
  throw badRequest([{ path: "viewId", message }]);
}

/** The aggregate of a view's stacks; undefined if it has none, or one that does not exist for the caller. */
async function computationIn(
  schema: TableSchema,
  { stackAggregate }: ViewConfig,
): Promise<Computation | undefined> {
  if (!stackAggregate || schema.fieldOf(stackAggregate.fieldId)?.id !== stackAggregate.fieldId) {
    return undefined;
  }
  const { fieldId, function: name } = stackAggregate;
  const read = await readComputation(schema, { field: fieldId, function: name });
  return "message" in read ? undefined : read;
}

/**
 * The keys of stacks as texts, in the order of the board. `isEachShown` if stacks without records are shown, too. Unless
 * `isCounted`, keys that only records have are those near the top of the table.
 */
async function stackKeysOf(
  board: Board,
  order: readonly StackKey[],
  isCounted: boolean,
): Promise<{ readonly isEachShown: boolean; readonly keys: readonly string[] }> {
  const { stacks, field } = board.stackField;
  const { keys: possible } = stacks;
  const ordered = order.filter((key) => key !== null);
  if (!possible) {
    const texts = ordered.map(String);
    const limit = maxStacks + 1;
    const used = await query<{ key: string }>(
      usedKeysSql(board, { order: texts, limit, ...(!isCounted && { rows: mostWalked }) }),
    );
    return { isEachShown: false, keys: used.map(({ key }) => key) };
  }
  const known = ordered.filter((key) => possible.includes(key));
  const none = hasStack(stacks, null, field.fieldType.empty) ? [""] : [];
  return { isEachShown: true, keys: [...none, ...new Set([...known, ...possible].map(String))] };
}

interface FoundStack {
  /** Null if not counted. */
  readonly count: number | null;
  readonly value: unknown;
  /** The ids of the first records. */
  readonly ids: readonly string[];
}

interface StackRow extends FoundStack {
  readonly key: string;
  readonly count: number;
  /** Number of records among which the first were found. */
  readonly collected: number;
}

/** Finds the first records of stacks near the top of the table, by key, without counting. */
async function readTops(board: Board, keys: readonly string[]): Promise<ReadonlyMap<string, FoundStack>> {
  const first = await findFirst(board, keys.length);
  // Keys that only records have are those of stacks with records.
  const known = board.stackField.stacks.keys ? [...first.keys()] : keys;
  return new Map(known.map((key) => [key, { count: null, value: null, ids: first.get(key) ?? [] }]));
}

/** Reads the stacks that have records, by key. `bytes` is the size of the table. */
async function readStacks(
  board: Board,
  keys: readonly string[],
  bytes: number,
): Promise<ReadonlyMap<string, FoundStack>> {
  if (keys.length === 0) return new Map();
  const isLarge = bytes > collectedBytes;
  const first = isLarge ? await findFirst(board, keys.length) : new Map<string, readonly string[]>();
  const open = keys.filter((key) => !first.has(key));
  const known = isLarge && open.length > 0 ? await findBounds(board, bytes) : new Map<string, Bound>();
  const bounds = new Map(open.map((key) => [key, known.get(key) ?? null]));
  const rows = await query<StackRow>(stacksSql(board, keys, bounds));
  // A record that has changed its stack meanwhile would be in both.
  const placed = new Set([...first.values()].flat());
  const firstOf = ({ key, ids }: StackRow) => first.get(key) ?? ids.filter((id) => !placed.has(id));
  const found = new Map(rows.map((row) => [row.key, { ...row, ids: firstOf(row) }]));
  const missed = rows.filter(
    ({ key, count, collected }) => !first.has(key) && collected < Math.min(count, board.limit),
  );
  if (missed.length === 0) return found;
  const missedKeys = missed.map(({ key }) => key);
  const again = await query<StackRow>(
    stacksSql(board, missedKeys, new Map(missedKeys.map((key) => [key, null]))),
  );
  for (const row of again) found.set(row.key, row);
  return found;
}

type Bound = readonly (string | null)[];

/** Bytes of a table up to which all of its records are collected. */
const collectedBytes = 8_000_000;
/** Bytes of the sample of a larger one. */
const sampledBytes = 2_000_000;

async function sizeOf({ schema }: Board): Promise<number> {
  const [table] = await query<{ bytes: string }>(
    Prisma.sql`SELECT pg_relation_size(${partitionOf(schema.id).sql}::regclass)::text AS "bytes"`,
  );
  return Number(table?.bytes ?? 0);
}

/** The most records at the beginning of a table among which the first of each stack are looked for. */
const mostWalked = 10_000;

/** Finds the first records of stacks by the index of the manual order. None for other orders. */
async function findFirst(board: Board, stacks: number): Promise<ReadonlyMap<string, readonly string[]>> {
  if (board.keys[0]?.id !== byPosition.id) return new Map();
  const walked = Math.min(mostWalked, 4 * stacks * board.limit);
  const rows = await query<{ key: string; ids: string[] }>(firstSql(board, walked));
  return new Map(rows.map(({ key, ids }) => [key, ids]));
}

/**
 * Finds bounds that most likely have enough records before them: a sampled record has some `1 / share` records before it
 * for each sampled one. `bytes` is the size of the table.
 */
async function findBounds(board: Board, bytes: number): Promise<ReadonlyMap<string, Bound>> {
  const share = sampledBytes / bytes;
  const expected = board.limit * share;
  const number = Math.ceil(expected + 3 * Math.sqrt(expected) + 3);
  const bounds = await query<{ key: string; bound: (string | null)[] }>(
    boundsSql(board, { percent: 100 * share, number }),
  );
  return new Map(bounds.map(({ key, bound }) => [key, bound]));
}

interface CardReading {
  readonly only: ReadonlySet<string> | undefined;
  readonly share: Share;
}

/** Reads the first records of stacks as JSON by id. If they are too large for a response, each stack gets fewer. */
async function readCards(
  { schema, limit }: Board,
  stacks: readonly (readonly string[])[],
  { only, share }: CardReading,
): Promise<ReadonlyMap<string, string>> {
  const ids = Array.from({ length: limit }, (_, place) =>
    stacks.flatMap((stack) => stack[place] ?? []),
  ).flat();
  if (ids.length === 0) return new Map();
  const statement = selectRecordsInOrder(schema.id, ids, await rowParts(schema, only));
  const { rows } = await queryFirst<RecordRow>(statement, {
    // A response contains each value twice, by field id and by name.
    bytes: limits.answerBytes / 2,
    onRow: takeInSteps(share),
  });
  const { records } = await presentFirst(schema, rows, { ...(only && { only }) });
  return new Map(records.map((record, index) => [rows[index]?.id ?? "", record]));
}

interface Written {
  readonly key: string;
  readonly stack: FoundStack;
  readonly records: ReadonlyMap<string, string>;
}

function writeStack({ stackField, computation }: Board, { key, stack, records }: Written): string {
  const { count, value, ids } = stack;
  const head = {
    key: stackField.parse(key),
    count,
    value: computation ? presentResult(computation, value) : null,
  };
  const cards = ids.flatMap((id) => records.get(id) ?? []);
  return `${JSON.stringify(head).slice(0, -1)},"records":[${cards.join(",")}]}`;
}
