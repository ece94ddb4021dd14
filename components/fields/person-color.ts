import { optionColors } from "@/lib/field-types/option";
import { colorOf } from "./option-style";

/** The colour of a person everywhere. The end of a person's id is random; its beginning is a time. */
export function colorOfPerson(personId: string): string | undefined {
  return colorOf(personId.slice(-8), personColors);
}

/** Gray would look like a control that is off. */
const personColors = optionColors.filter((color) => color !== "gray");
