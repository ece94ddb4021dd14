import { useMemo } from "react";
import { useOpenTable } from "@/components/open-table/open-table";
import { type CardContent, cardContent, cardStep, unloadedStep } from "@/components/record-card/card-content";
import { useRecordColors } from "@/components/record-card/record-colors";
import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import type { CardHeights } from "../rows/stack-layout";

interface CardLayout {
  readonly content: CardContent;
  readonly heights: CardHeights;
}

interface Surroundings {
  readonly field: Field;
  readonly nameOf: (record: Record) => string;
  readonly stackWidth: number;
}

/** The space beside the cards of a stack, on both sides together. */
const cardsMargin = 16;

/** The parts of cards and their heights, which are computed once for each record. */
export function useCardLayout({ field, nameOf, stackWidth }: Surroundings): CardLayout {
  const { table, view } = useOpenTable();
  const colorsOf = useRecordColors();
  return useMemo(() => {
    const cardWidth = stackWidth - cardsMargin;
    const content = cardContent(table, view.config, { withoutFieldId: field.id, cardWidth, colorsOf });
    const known = new WeakMap<Record, number>();
    function of(record: Record): number {
      const height = known.get(record) ?? cardStep(content, record, nameOf(record));
      known.set(record, height);
      return height;
    }
    return { content, heights: { of, unloaded: unloadedStep } };
  }, [table, view.config, field.id, stackWidth, nameOf, colorsOf]);
}
