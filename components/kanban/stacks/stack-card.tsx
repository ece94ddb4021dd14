import { memo } from "react";
import { cardGap } from "@/components/record-card/card-content";
import { RecordCard, type RecordCardProps } from "@/components/record-card/record-card";

interface CardProps extends Omit<RecordCardProps, "place"> {
  readonly stackId: string;
  readonly row: number;
  readonly count: number;
  readonly top: number;
  /** With the gap below. */
  readonly step: number;
}

/** A record in its stack. */
export const Card = memo(function Card({ stackId, row, count, top, step, ...card }: CardProps) {
  return (
    <li
      aria-setsize={count}
      aria-posinset={row + 1}
      data-card-id={card.record?.id}
      data-row={row}
      className={`group/card absolute inset-x-2 ${card.carriedBy === "keys" ? "z-10" : ""} in-data-carrying:transition-transform in-data-carrying:duration-150`}
      style={{ height: step - cardGap, transform: `translateY(${top}px)` }}
    >
      <RecordCard place={{ "data-place": stackId, "data-row": row }} {...card} />
    </li>
  );
});
