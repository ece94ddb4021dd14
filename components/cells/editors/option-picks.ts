import { indexOf, type SelectTemplate } from "@/lib/field-types/option";
import { labelOfNew } from "./new-option";
import { type Picks, picksIn } from "./picks";

/** The labels of existing and new options in a draft, and the search after them. */
export function picksOf(template: SelectTemplate, draft: string): Picks {
  return picksIn(draft, (item) => indexOf(template).byLabel.has(item) || labelOfNew(item) !== undefined);
}
