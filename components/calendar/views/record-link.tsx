import { Ellipsis } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { unnamed } from "@/components/listing/record-names";
import { PersonMark } from "@/components/record-card/person-mark";
import type { Day } from "../days/day";
import type { Span } from "../spans/span";
import { useSurroundings } from "./record-look";

interface RecordLinkProps {
  readonly span: Span;
  /** The first and last day of the row on which it is drawn here. */
  readonly first: Day;
  readonly last: Day;
  /** The look of the whole record. */
  readonly className: string;
  readonly style?: CSSProperties;
  /** The look of the link, which fills it. */
  readonly linkClass: string;
  readonly linkStyle?: CSSProperties;
  /** The ends that can be dragged. */
  readonly edges?: ReactNode;
  /** False for lists outside of the grid, whose links are tab stops. */
  readonly isPlace?: boolean;
  readonly children: ReactNode;
}

/** A record on a calendar: a link that opens it, with its menu. */
export function RecordLink(props: RecordLinkProps) {
  const {
    span,
    first,
    last,
    className,
    style,
    linkClass,
    linkStyle,
    edges,
    isPlace = true,
    children,
  } = props;
  const { nameOf, hrefOf, focus, carried, markedId, others, hasMenu } = useSurroundings();
  const { record } = span;
  const { place } = focus;
  const hasFocus =
    place.on === "record" && place.recordId === record.id && place.day >= first && place.day <= last;
  const isCarried = carried?.record.id === record.id;
  const person = others.get(record.id);
  const name = nameOf(record) || unnamed;
  return (
    <div
      data-record-id={record.id}
      data-carried={isCarried ? carried.by : undefined}
      className={`group/record ${className} ${isCarried ? "z-20! shadow-raised" : ""}`}
      style={style}
    >
      <a
        href={hrefOf(record.id)}
        data-card={record.id}
        data-place={isPlace ? "record" : undefined}
        data-day={first}
        draggable={false}
        title={name}
        tabIndex={isPlace && !hasFocus ? -1 : 0}
        aria-describedby={isCarried ? "calendar-carried" : undefined}
        className={`outline-none -outline-offset-2 select-none [-webkit-touch-callout:none] focus-visible:outline-2 focus-visible:outline-focus ${isCarried || markedId === record.id ? "outline-2! outline-accent!" : ""} ${linkClass}`}
        style={linkStyle}
      >
        {children}
      </a>
      {edges}
      {person && <PersonMark person={person} isLine />}
      {hasMenu && (
        <button
          type="button"
          aria-label={`Options for ${name}`}
          aria-haspopup="menu"
          tabIndex={-1}
          data-record-menu
          className="absolute end-1.5 top-0.5 flex size-5 items-center justify-center rounded bg-raised text-text opacity-0 shadow-raised focus-visible:opacity-100 group-hover/record:opacity-100 pointer-coarse:hidden"
        >
          <Ellipsis aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
