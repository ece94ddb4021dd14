import { indexOf, type SelectTemplate } from "@/lib/field-types/option";
import { labelOfNew } from "./label-of-new";
import { type Picks, picksIn } from "./picks";

/** The labels of existing and new options in a draft, and the search text after them. */
export function optionPicksIn(draft: string, template: SelectTemplate): Picks {
  return picksIn(draft, (item) => indexOf(template).byLabel.has(item) || labelOfNew(item) !== undefined);
}
