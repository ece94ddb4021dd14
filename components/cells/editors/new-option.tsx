import { Plus } from "lucide-react";
import { optionText } from "@/lib/field-types/option";
import type { ComboBoxEntry } from "./combo-box";
import type { Option } from "./options";

/** The prefix of a key for a new option, U+2063. Nobody types it or sees it, so text alone never creates an option. */
const mark = "\u2063";

/** The label of a new option's key; undefined for other text. */
export function labelOfNew(key: string): string | undefined {
  const label = key.startsWith(mark) ? key.slice(mark.length).trim() : "";
  return label === "" ? undefined : label;
}

/** Offers to create an option with the search text, if it is a valid label and no option has it in any case. */
export function newOption(options: readonly Option[], search: string): ComboBoxEntry | undefined {
  const label = search.trim();
  const exists = options.some((option) => option.label.toLowerCase() === label.toLowerCase());
  if (exists || !optionText.safeParse(label).success) return undefined;
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
