import { columnOf, type GridColumn } from "@/components/cells/columns";
import { shownFields } from "@/components/fields/field-order";
import { isBlank } from "@/components/listing/is-blank";
import type { Attachment } from "@/lib/contract/attachments";
import { pictureTypes } from "@/lib/contract/picture-types";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";
import type { ColorsOf } from "./record-colors";
import { textLines } from "./text-lines";

/** The parts of a record on its card. */
export interface CardContent {
  /** The field used as title: the primary field, or the first one shown if the view hides that. */
  readonly titleId: string;
  /** The other fields that cards show where they have a value. */
  readonly columns: readonly GridColumn[];
  readonly cover: Cover | null;
  /** The inner width of a card in pixels. */
  readonly width: number;
  readonly limits: CardLimits;
  /** Null if the view gives no colours to its records. */
  readonly colorsOf: ColorsOf | null;
}

export interface Cover {
  readonly fieldId: string;
  readonly fit: "crop" | "fit";
  /** Pixels. */
  readonly height: number;
}

/** The space that the parts of a card have at most. */
interface CardLimits {
  readonly titleLines: number;
  readonly fields: number;
  /** True if all cards are equally high: the space of a picture or field that a record lacks stays empty. */
  readonly isEven: boolean;
}

const boardLimits: CardLimits = { titleLines: 3, fields: Number.POSITIVE_INFINITY, isEven: false };

interface Surroundings {
  /** A field whose value is shown beside the cards. */
  readonly withoutFieldId?: string;
  readonly cardWidth: number;
  readonly coverHeight?: number;
  readonly limits?: CardLimits;
  readonly colorsOf?: ColorsOf | null;
}

export function cardContent(
  table: Table,
  config: ViewConfig,
  {
    withoutFieldId,
    cardWidth,
    coverHeight = boardCoverHeight,
    limits = boardLimits,
    colorsOf = null,
  }: Surroundings,
): CardContent {
  const [title, ...others] = shownFields(table, config);
  const { coverFieldId = null, coverFit = "crop" } = config;
  const hasCover = table.fields.some(({ id }) => id === coverFieldId);
  const width = cardWidth - 2 * (paddingX + border);
  const columns = others
    .filter(({ id }) => id !== withoutFieldId && !(hasCover && id === coverFieldId))
    .map((field, index) => columnOf(field, { index, width: width - iconWidth, isLocked: true }));
  return {
    titleId: title?.id ?? table.primaryFieldId,
    columns,
    cover:
      hasCover && coverFieldId !== null
        ? { fieldId: coverFieldId, fit: coverFit, height: coverHeight }
        : null,
    width,
    limits,
    colorsOf,
  };
}

/** The first picture of a record's cover field. */
export function coverOf({ cover }: CardContent, { data }: Pick<Record, "data">): Attachment | undefined {
  const files = cover && data[cover.fieldId];
  if (!Array.isArray(files)) return undefined;
  return (files as readonly Attachment[]).find(({ mimeType }) => pictureTypes.includes(mimeType));
}

/** The fields of a card, without empty ones and unticked checkboxes. */
export function filledColumns(
  { columns, limits }: CardContent,
  { data, errors }: Pick<Record, "data" | "errors">,
): GridColumn[] {
  const filled = columns.filter(({ field: { id } }) => {
    const value = data[id];
    return errors?.[id] !== undefined || !(isBlank(value) || value === false || value === "");
  });
  return filled.slice(0, limits.fields);
}

/** Pixels. Heights follow from the content, so that positions are known before cards are drawn. */
export const paddingX = 12;
export const paddingY = 10;
const border = 1;
export const iconWidth = 22;
const boardCoverHeight = 128;
export const titleLine = 18;
export const fieldLine = 24;
export const cardGap = 8;

/** The number of lines reserved for a title. */
export function titleLines({ width, limits }: CardContent, title: string): number {
  return Math.min(limits.titleLines, textLines(title, width));
}

/** The height of a card in pixels, with the gap below it. */
export function cardStep(content: CardContent, record: Record, title: string): number {
  const parts = {
    cover: coverOf(content, record) ? (content.cover?.height ?? 0) : 0,
    lines: titleLines(content, title),
    fields: filledColumns(content, record).length,
  };
  return heightOf(parts) + cardGap;
}

/** The height in pixels of a card with all parts that it can have. */
export function fullHeight({ cover, columns, limits }: CardContent): number {
  return heightOf({
    cover: cover?.height ?? 0,
    lines: limits.titleLines,
    fields: Math.min(columns.length, limits.fields),
  });
}

function heightOf({ cover, lines, fields }: { cover: number; lines: number; fields: number }): number {
  const ofFields = fields > 0 ? fieldsGap + fields * fieldLine : 0;
  return cover + 2 * (paddingY + border) + lines * titleLine + ofFields;
}

/** The distance between title and fields. */
export const fieldsGap = 4;

/** The height of a card that is not loaded: with a title and two fields. */
export const unloadedStep = 2 * (paddingY + border) + titleLine + fieldsGap + 2 * fieldLine + cardGap;
