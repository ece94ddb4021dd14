import { unnamed } from "@/components/listing/record-names";
import { counted } from "@/components/tasks/counted";

/** The names of cards: that of one, or their number. */
export function namesOf(names: readonly string[]): string {
  const [only] = names;
  return names.length === 1 ? only || unnamed : counted(names.length, "record");
}

export function selectedText(count: number): string {
  return `${counted(count, "record")} selected`;
}
