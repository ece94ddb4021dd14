import { Plus } from "lucide-react";
import type { Entry } from "./combo-box";
import type { Option } from "./options";

/** What the key of an option that is still to be made begins with: in a draft it tells that from an option's label. */
const mark = "+ ";

/** The label that the key of a new option stands for; undefined for any other text. */
export function labelOfNew(key: string): string | undefined {
  const label = key.startsWith(mark) ? key.slice(mark.length).trim() : "";
  return label === "" ? undefined : label;
}

/** Offers to make what was searched for an option, unless there is one of that name, whatever the case. */
export function newOption(options: readonly Option[], search: string): Entry | undefined {
  const label = labelOfNew(search) ?? search.trim();
  const isThere = options.some((option) => option.label.toLowerCase() === label.toLowerCase());
  if (label === "" || isThere) return undefined;
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
