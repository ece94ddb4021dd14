import { Ellipsis, ImageIcon } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { errorOf } from "@/components/cells/computed-notes";
import { CellValue } from "@/components/cells/views";
import { ErrorValue } from "@/components/cells/views/error-value";
import { ColorBar } from "@/components/fields/color-bar";
import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import { rowColorStyle, valueTintStyle } from "@/components/fields/option-style";
import { unnamed } from "@/components/listing/record-names";
import { IconButton } from "@/components/ui/icon-button";
import {
  type Attachment,
  type ThumbnailSize,
  thumbnailSizes,
  thumbnailUrl,
} from "@/lib/contract/attachments";
import type { PresentPerson } from "@/lib/contract/presence";
import type { Record } from "@/lib/contract/records";
import {
  type CardContent,
  type Cover,
  coverOf,
  fieldLine,
  fieldsGap,
  filledColumns,
  iconWidth,
  paddingX,
  paddingY,
  titleLine,
  titleLines,
} from "./card-content";
import { PersonMark } from "./person-mark";
import type { RecordColors } from "./record-colors";

/** The place of a card in its view, as the attributes of its link. */
export interface CardPlaceAttributes {
  readonly "data-place": string;
  readonly "data-row": number;
}

export interface RecordCardProps {
  readonly content: CardContent;
  /** Undefined until it is loaded. */
  readonly record: Record | undefined;
  readonly name: string;
  readonly place: CardPlaceAttributes;
  /** True if the card has the tab stop of its view. */
  readonly hasFocus: boolean;
  readonly isSelected: boolean;
  readonly carriedBy: "keys" | "pointer" | null;
  /** True for the current search result and the open record. */
  readonly isMarked: boolean;
  readonly hasMenu: boolean;
  /** The page's address with the record open. */
  readonly hrefOf: (recordId: string) => string;
  /** Another person who is at the card. */
  readonly person: PresentPerson | undefined;
}

/** A record as a card. Its link opens the record, and the view handles all other keys and gestures. */
export function RecordCard(props: RecordCardProps) {
  const { content, record, name, place, hasFocus, isSelected, carriedBy, isMarked } = props;
  const { hasMenu, hrefOf, person } = props;
  if (!record) {
    return (
      <div className="flex h-full flex-col overflow-hidden rounded-lg border border-border bg-surface has-[span:focus-visible]:outline-2 has-[span:focus-visible]:outline-focus -outline-offset-2">
        {content.cover && content.limits.isEven && <CoverSpace height={content.cover.height} />}
        {/* biome-ignore lint/a11y/useSemanticElements: a link without an address has no role */}
        <span
          role="link"
          aria-disabled
          aria-label="Loading…"
          {...place}
          tabIndex={hasFocus ? 0 : -1}
          className="m-3 block h-3 w-1/2 shrink-0 rounded-full bg-border opacity-60 outline-none"
        />
      </div>
    );
  }
  const colors = content.colorsOf?.(record, undefined);
  return (
    <div
      style={barStyle(colors)}
      className={`relative flex h-full flex-col overflow-hidden rounded-lg border shadow-xs transition-shadow select-none [-webkit-touch-callout:none] hover:shadow-raised has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus -outline-offset-2 ${lookOf({ isSelected, isMarked, carriedBy })}`}
    >
      <CardColor colors={colors} />
      <a
        href={hrefOf(record.id)}
        data-card={record.id}
        {...place}
        dir="auto"
        draggable={false}
        tabIndex={hasFocus ? 0 : -1}
        aria-describedby={carriedBy ? "card-carried" : isSelected ? "card-selected" : undefined}
        className={`block font-medium text-dense outline-none after:absolute after:inset-0 [overflow-wrap:anywhere] ${name === "" ? "text-muted" : ""}`}
        data-cell-color={colors?.cells.get(content.titleId)}
        style={{
          ...valueTintStyle(colors?.cells.get(content.titleId)),
          marginInline: paddingX,
          marginTop: paddingY,
          lineHeight: `${titleLine}px`,
          maxHeight: titleLines(content, name) * titleLine,
          overflow: "hidden",
          display: "-webkit-box",
          WebkitBoxOrient: "vertical",
          WebkitLineClamp: titleLines(content, name),
        }}
      >
        {name || unnamed}
      </a>
      <CardCover content={content} record={record} />
      <CardFields content={content} record={record} colors={colors} />
      {person && <PersonMark person={person} />}
      {hasMenu && (
        <IconButton
          icon={Ellipsis}
          label={`Options for ${name || unnamed}`}
          aria-haspopup="menu"
          tabIndex={-1}
          data-card-menu
          className="absolute end-1 top-1 size-7 bg-surface opacity-0 focus-visible:opacity-100 group-hover/card:opacity-100 pointer-coarse:opacity-100"
        />
      )}
    </div>
  );
}

/** The card that follows the pointer while it is dragged, without controls. */
export function CardFace({
  content,
  record,
  name,
}: Pick<RecordCardProps, "content" | "name"> & { record: Record }) {
  const colors = content.colorsOf?.(record, undefined);
  return (
    <div
      style={barStyle(colors)}
      className="relative flex flex-col overflow-hidden rounded-lg border border-accent bg-surface shadow-raised"
    >
      <CardColor colors={colors} />
      <span
        dir="auto"
        className="line-clamp-3 font-medium text-dense [overflow-wrap:anywhere]"
        style={{ marginInline: paddingX, marginTop: paddingY, lineHeight: `${titleLine}px` }}
      >
        {name || unnamed}
      </span>
      <CardCover content={content} record={record} />
      <CardFields content={content} record={record} colors={colors} />
    </div>
  );
}

function lookOf({
  isSelected,
  isMarked,
  carriedBy,
}: Pick<RecordCardProps, "isSelected" | "isMarked" | "carriedBy">): string {
  if (carriedBy === "pointer") return "border-border-strong border-dashed bg-surface opacity-50";
  if (carriedBy === "keys") return "border-accent bg-surface shadow-raised outline-2 outline-accent";
  if (isSelected) return "border-accent bg-accent-soft";
  return isMarked ? "border-accent bg-surface" : "border-border bg-surface";
}

function barStyle(colors: RecordColors | undefined): CSSProperties | undefined {
  return colors?.row === undefined ? undefined : rowColorStyle(colors.row);
}

function CardColor({ colors }: { readonly colors: RecordColors | undefined }) {
  return colors?.row !== undefined && <ColorBar color={colors.row} />;
}

interface CardPartProps {
  readonly content: CardContent;
  readonly record: Record;
}

function CardCover({ content, record }: CardPartProps) {
  const { cover, width, limits } = content;
  const picture = coverOf(content, record);
  if (!cover || !(picture || limits.isEven)) return null;
  return picture ? (
    <CoverPicture picture={picture} cover={cover} width={width} />
  ) : (
    <CoverSpace height={cover.height}>
      <ImageIcon className="size-6 opacity-40" strokeWidth={1.5} />
    </CoverSpace>
  );
}

interface CoverPictureProps {
  readonly picture: Attachment;
  readonly cover: Cover;
  readonly width: number;
}

function CoverPicture({ picture: { url, originalName }, cover: { fit, height }, width }: CoverPictureProps) {
  const sources = Object.entries(thumbnailSizes).map(
    ([size, pixels]) => `${thumbnailUrl(url, size as ThumbnailSize)} ${pixels}w`,
  );
  return (
    // biome-ignore lint/performance/noImgElement: the server makes it small
    <img
      src={thumbnailUrl(url, "large")}
      srcSet={sources.join(", ")}
      // Wider than it is, because the width of a high picture is less than the size of its thumbnail.
      sizes={`${Math.round(width * 1.4)}px`}
      alt={originalName}
      loading="lazy"
      decoding="async"
      draggable={false}
      className={`-order-1 w-full shrink-0 bg-background ${fit === "crop" ? "object-cover" : "object-contain"}`}
      style={{ height }}
    />
  );
}

/** Takes the place of a picture. */
function CoverSpace({ height, children }: { height: number; children?: ReactNode }) {
  return (
    <span
      aria-hidden
      className="-order-1 flex w-full shrink-0 items-center justify-center border-border border-b bg-background text-muted"
      style={{ height }}
    >
      {children}
    </span>
  );
}

interface CardFieldsProps extends CardPartProps {
  readonly colors: RecordColors | undefined;
}

function CardFields({ content, record, colors }: CardFieldsProps) {
  const columns = filledColumns(content, record);
  if (columns.length === 0) return <span style={{ height: paddingY }} />;
  return (
    <dl style={{ marginInline: paddingX, marginTop: fieldsGap, marginBottom: paddingY }}>
      {columns.map((column) => {
        const { id, name, type } = column.field;
        const error = errorOf(record, id);
        return (
          <div key={id} className="flex min-w-0 items-center" title={name} style={{ height: fieldLine }}>
            <dt className="flex shrink-0 text-muted" style={{ width: iconWidth }}>
              <FieldTypeIcon type={type} className="size-3.5 opacity-75" />
              <span className="sr-only">{name}</span>
            </dt>
            <dd
              data-cell-color={colors?.cells.get(id)}
              style={valueTintStyle(colors?.cells.get(id))}
              className="flex min-w-0 flex-1 items-center self-stretch overflow-hidden text-xs tabular-nums"
            >
              {error ? <ErrorValue code={error} /> : <CellValue column={column} value={record.data[id]} />}
              {record.data[id] === true && (
                <span aria-hidden dir="auto" className="truncate ps-1.5">
                  {name}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
