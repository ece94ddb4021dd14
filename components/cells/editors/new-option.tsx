import { Plus } from "lucide-react";
import { optionText } from "@/lib/field-types/option";
import type { Entry } from "./combo-box";
import type { Option } from "./options";

/**
 * What the key of an option that is still to be made begins with, U+2063: nobody types it or sees it, so that no text of
 * a person's makes an option by itself.
 */
const mark = "\u2063";

/** The label that the key of a new option stands for; undefined for any other text. */
export function labelOfNew(key: string): string | undefined {
  const label = key.startsWith(mark) ? key.slice(mark.length).trim() : "";
  return label === "" ? undefined : label;
}

/** Offers to make an option of what was searched for, where it can be one's label; unless there is one, whatever the case. */
export function newOption(options: readonly Option[], search: string): Entry | undefined {
  const label = search.trim();
  const isThere = options.some((option) => option.label.toLowerCase() === label.toLowerCase());
  if (isThere || !optionText.safeParse(label).success) return undefined;
  return {
    key: `${mark}${label}`,
    content: (
      <span className="flex min-w-0 items-center gap-1.5">
        <Plus aria-hidden className="size-3.5 shrink-0 text-muted" />
        <span dir="auto" className="truncate">
          Create “{label}”
        </span>
      </span>
    ),
  };
}
