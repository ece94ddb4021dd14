import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { mapFilters } from "../../contract/config-fields";
import { badRequest } from "../../contract/errors";
import type { Conversion, FieldUpdate } from "../../contract/fields";
import { parse } from "../../contract/parse";
import type { BasePlace, FieldPlace } from "../../contract/places";
import type { ViewConfig } from "../../contract/views";
import {
  fieldType,
  fieldTypeOf,
  fieldTypes,
  isDerived,
  isLink,
  type ResolvedType,
  type TypedTemplate,
  typedTemplate,
} from "../../field-types";
import { canBe, unsuitableConstraints } from "../../field-types/constraints";
import { conversionProblem } from "../../field-types/convert";
import { carriedTemplate, changedTemplate } from "../../field-types/template";
import { readable } from "../access/known-people";
import { keepReading } from "../access/manage-rules";
import { cellTexts } from "../conversion/cell-texts";
import { type ChangedCell, storeCells } from "../conversion/cells";
import {
  type CellConversion,
  convertCells,
  ofStored,
  refuseLoss,
  withOptionsFor,
} from "../conversion/convert-cells";
import { conversionOf, fromText } from "../conversion/convert-stored";
import { becomesLink, linksByName, type NamedLinks, storeLinkCells } from "../conversion/link-by-name";
import { type Prisma, prisma } from "../db";
import type { ChangeSet } from "../log/changes";
import { linkOf } from "../records/link-side";
import { moveToTrash } from "../trash/trash";
import { convertTrashed } from "../trash/trashed-values";
import { aimFields, brokenBy, readersOf, relabelFilters } from "./computed-fields";
import { refuseEmpty } from "./empty-cells";
import { changeViews } from "./field-rows";
import { aimLinkTemplate, insertInverse, keepFirstLinks, pairsOf, settleLinkTemplate } from "./link-fields";
import { changedLabels, type FieldPair, mergedOptions, withMergedDefault } from "./merged-options";
import { completeTemplate } from "./new-fields";
import { lockRecordsOf, raiseVersion } from "./schema-change";
import { findSchema, type TableSchema } from "./schemas";
import { placeAt, requireFree } from "./siblings";
import { storeOrder } from "./stores";
import { type FieldRow, fieldIn, findTable, type TableRow } from "./structure";
import { watchTables } from "./structure-watch";
import { dropUnique } from "./unique-indexes";
import { pruneFilter } from "./view-check";
import { withKnownValues } from "./view-config";
import { withLabels } from "./view-filter";

/** Updates a field and the values in its cells, in a transaction that has locked the base. */
export async function changeField(change: ChangeSet, place: FieldPlace, update: FieldUpdate): Promise<void> {
  const table = await findTable(place);
  const before = fieldIn(table, place.fieldId);
  const updated = withRules(await readUpdate({ place, table, before }, update), before, update);
  const { createLinked = false, allowLoss = false } = update;
  const merged = mergedOptions({ before, after: updated }, update);
  const after = withMergedDefault({ before, after: updated }, merged, update);
  const isMoved =
    update.order !== undefined && orderIn(table, before, update.order).indexOf(before.id) !== before.order;
  if (!isMoved && isDeepStrictEqual(after, before)) return;
  // The results of readers may get another type, and their views other filters.
  const readers = isSameKind(before, after) ? [] : await readersOf(place, [before]);
  // Precedes the other changes, because the created records are a step of their own.
  const links = becomesLink({ before, after })
    ? await linksByName({
        ...place,
        before: await readable(place.databaseId, before),
        after,
        createLinked,
        change,
      })
    : undefined;
  await watchTables(change, [table.id, ...readers.map(({ tableId }) => tableId)]);
  if (!isSameKind(before, after)) {
    if (before.isUnique) await dropUnique(before.id);
    after.template = links
      ? await makeLinks(change, { before, after, links, allowLoss })
      : await changeValues(change, { before, after, merged }, allowLoss);
  }
  const { name, type, template, description, isRequired, isUnique } = after;
  if (type !== before.type) await keepReading(place, before.id);
  await prisma().field.update({
    where: { id: before.id },
    data: {
      ...{ name, type, description, isRequired, isUnique },
      template: template as Prisma.InputJsonObject,
    },
  });
  if (isRequired && !(before.isRequired && isSameKind(before, after))) await refuseEmpty(after);
  if (isDerived(after)) await aimFields(place, [{ field: after, path: "template" }]);
  // A converted link field has lost its other side, possibly in this table.
  const changed = await findTable({ ...place, tableId: table.id });
  if (update.order !== undefined) await storeOrder("field", orderIn(changed, before, update.order));
  const schema = await findSchema({ ...place, tableId: table.id });
  // Aiming adds the type of the result to the template of a computed field.
  const settled = await prisma().field.findUniqueOrThrow({ where: { id: before.id } });
  await changeViews(changed, async (config) =>
    withKnownValues(await followField(config, schema, { before, after: settled, merged }), settled),
  );
  const kind = fieldTypeOf(settled).storage;
  // A field of another kind has no labels to follow: a filter that it does not support is in error.
  if (fieldTypeOf(before).storage === kind)
    await relabelFilters(change, { id: after.id, kind }, changedLabels({ before, after, merged }));
  await raiseVersion(place);
}

/** Previews a field update: the same checks, nothing stored. */
export async function previewField(place: FieldPlace, update: FieldUpdate): Promise<Conversion> {
  const table = await findTable(place);
  const before = fieldIn(table, place.fieldId);
  const after = await readUpdate({ place, table, before }, update);
  const dependents = await brokenBy(place, after);
  const broken = dependents.length > 0 && { dependents };
  if (becomesLink({ before, after })) {
    const { createLinked = false } = update;
    const from = await readable(place.databaseId, before);
    const { convert, created } = await linksByName({ ...place, before: from, after, createLinked });
    const outcome = await convertCells(from, { convert, allowLoss: true });
    return { ...outcome, ...(createLinked && { created }), ...broken };
  }
  const merged = mergedOptions({ before, after }, update);
  const { convert = asItIs, from } = await planCells(place, { before, after, merged });
  return { ...(await convertCells(from, { convert, allowLoss: true })), ...broken };
}

/** The order of the fields with one of them at a position. */
function orderIn({ fields }: TableRow, { id }: FieldRow, position: number): string[] {
  return placeAt(
    fields.map((field) => field.id),
    id,
    position,
  );
}

/** The context of a field update. */
interface Known {
  readonly place: FieldPlace;
  readonly table: TableRow;
  readonly before: FieldRow;
}

/** Applies an update to a field; throws a 400 or 409 if it is invalid whatever the values. */
async function readUpdate({ place, table, before }: Known, update: FieldUpdate): Promise<FieldRow> {
  const { name = before.name, type = before.type, template, description = before.description } = update;
  if (name !== before.name) requireFree(name, table.fields, "this table has a field");
  if (type !== before.type) {
    requireConvertible(before, type, table);
  }
  const { fieldType: to, template: from } = startOf(before, type);
  requireLinking(update, to);
  if (template === undefined && type === before.type) return { ...before, name, description };
  const shape = z.object({ template: changedTemplate(to, from) });
  const read = parse(shape, { template: template ?? {} }, "body").template;
  const settled = !isLink({ ...before, type })
    ? completeTemplate(type, read)
    : isLink(before)
      ? await settleLinkTemplate(place, { previous: linkOf(before), next: read })
      : await aimLinkTemplate(place, read);
  return { ...before, name, type, description, template: settled as Prisma.JsonObject };
}

/** Refuses to create linked records in an update that makes no links. One that is repeated is not refused. */
function requireLinking({ type, createLinked }: FieldUpdate, { storage }: ResolvedType): void {
  if (!createLinked || (type !== undefined && storage === "links")) return;
  throw badRequest([{ path: "createLinked", message: "takes true only with a change to linked records" }]);
}

/** The field with the rules of the update. A new type that does not suit a rule ends it, unless the update asks for it. */
function withRules(after: FieldRow, before: FieldRow, update: FieldUpdate): FieldRow {
  const fieldType = fieldTypeOf(after);
  const [problem] = unsuitableConstraints(update, fieldType);
  if (problem) throw badRequest([{ path: problem.key, message: problem.problem }]);
  const isRequired = (update.isRequired ?? before.isRequired) && canBe("isRequired", fieldType);
  const isUnique = (update.isUnique ?? before.isUnique) && canBe("isUnique", fieldType);
  return { ...after, isRequired, isUnique };
}

/** The base of a changed template: the previous one, or its keys that the new type shares. */
function startOf(before: FieldRow, type: string): TypedTemplate {
  if (type === before.type) return typedTemplate(before);
  const to = fieldType(type);
  const carried = carriedTemplate(before.template as object, to);
  // A key without a default is missing until the update adds it.
  return typedTemplate({ type, template: to.template.safeParse(carried).data ?? carried });
}

function requireConvertible(field: FieldRow, type: string, { primaryFieldId }: TableRow): void {
  const to = fieldType(type);
  const problem = fieldTypeOf(field).storage === "lookup" ? ownsNothing : conversionProblem(to);
  if (problem !== undefined) throw badRequest([{ path: "type", message: problem }]);
  if (field.id !== primaryFieldId || to.canBePrimary) return;
  const able = [...fieldTypes.values()].filter((each) => each.canBePrimary).map((each) => each.type);
  const message = `cannot become ${type}: this is the primary field, which can be ${able.join(", ")}`;
  throw badRequest([{ path: "type", message }]);
}

const ownsNothing = "cannot be changed, because a lookup has no values of its own";

function isSameKind(before: FieldRow, after: FieldRow): boolean {
  return before.type === after.type && isDeepStrictEqual(before.template, after.template);
}

/**
 * Converts the cells to a field's new type or template, and returns the template, to which texts may have added
 * options.
 */
async function changeValues(
  change: ChangeSet,
  { before, after, merged }: FieldPair,
  allowLoss: boolean,
): Promise<FieldRow["template"]> {
  const isRetyped = before.type !== after.type;
  if (!isRetyped && (isDerived(before) || !conversionOf(before, after))) return after.template;
  const pairs = await pairsOf([before]);
  await lockRecordsOf([before, ...pairs].map(({ tableId }) => tableId));
  const { convert, from, to, template } = await planCells(change, {
    before,
    after,
    merged,
  });
  if (convert) {
    const store = (cells: readonly ChangedCell[]) =>
      isLink(after) ? keepFirstLinks(change, after, cells) : storeCells(change, after, cells);
    const outcome = await convertCells(from, { convert, store, allowLoss });
    refuseLoss(outcome, { path: isRetyped ? "type" : "template", allowLoss });
    await convertTrashed(from, to);
  }
  if (isRetyped && isLink(before)) {
    await moveToTrash(change, { kind: "field", ...before }, { field: pairs });
    const ids = [before, ...pairs].map(({ id }) => id);
    await prisma().link.deleteMany({ where: { fieldId: { in: ids } } });
  }
  return template;
}

interface LinkedPair extends FieldPair {
  readonly links: NamedLinks;
  readonly allowLoss: boolean;
}

/** Gives a field that becomes a link field its other side, and converts its cells. Returns its template. */
async function makeLinks(
  change: ChangeSet,
  { before, after, links: { convert }, allowLoss }: LinkedPair,
): Promise<FieldRow["template"]> {
  const inserted = await insertInverse(change, change, { field: after, path: "template" });
  const template: Prisma.JsonObject = { ...inserted };
  const from = await readable(change.databaseId, before);
  await storeLinkCells(change, { ...after, template }, async (store) => {
    refuseLoss(await convertCells(from, { convert, store, allowLoss }), { path: "type", allowLoss });
  });
  return template;
}

/** A planned conversion of cells. */
interface CellPlan {
  readonly convert?: CellConversion["convert"] | undefined;
  /** The field before and after, as its values are read. */
  readonly from: FieldRow;
  readonly to: FieldRow;
  readonly template: FieldRow["template"];
}

/** Plans the conversion of cells and the final template. */
async function planCells({ databaseId }: BasePlace, { before, after, merged }: FieldPair): Promise<CellPlan> {
  const isRetyped = before.type !== after.type;
  const from = await readable(databaseId, before);
  const template = (
    isRetyped ? await withOptionsFor({ databaseId }, from, typedTemplate(after)) : after.template
  ) as object;
  const to = await readable(databaseId, { ...after, template: template as Prisma.JsonObject });
  return {
    convert: await cellConversion({ databaseId }, { before: from, after: to, merged }),
    from,
    to,
    template: template as Prisma.JsonObject,
  };
}

/** The conversion of a field's cells; undefined if none changes. */
async function cellConversion(
  place: BasePlace,
  { before, after, merged }: FieldPair,
): Promise<CellConversion["convert"] | undefined> {
  if (isLink(before) && before.type !== after.type) {
    const readTexts = await cellTexts(place, before);
    const to = typedTemplate(after);
    return async (cells) => {
      const textOf = await readTexts(cells);
      return (cell) => fromText(textOf(cell), to);
    };
  }
  const conversion = conversionOf(before, after, merged);
  return conversion ? ofStored(conversion) : undefined;
}

const asItIs = ofStored((stored) => ({ stored, isLost: false }));

/** Updates a view's config after a field change: keeps filters as far as the new field supports them. */
async function followField(
  config: ViewConfig,
  schema: TableSchema | undefined,
  { before, after, merged }: FieldPair,
): Promise<ViewConfig> {
  const { storage } = fieldTypeOf(after);
  if (fieldTypeOf(before).storage !== storage) {
    return mapFilters(config, (filter) => (schema ? pruneFilter(schema, filter) : null));
  }
  const labels = changedLabels({ before, after, merged });
  return mapFilters(config, (filter) => withLabels(filter, { id: after.id, kind: storage }, labels));
}
