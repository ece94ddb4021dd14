import { Plus } from "lucide-react";
import { useMay } from "@/components/rights/rights";
import { optionText } from "@/lib/field-types/option";
import type { ComboBoxEntry } from "./combo-box";
import { keyOfNew } from "./label-of-new";
import type { Option } from "./options";

/** `newOption`, which offers nothing to people who may not add options. */
export function useNewOption(): typeof newOption {
  const mayAdd = useMay("add-options");
  return mayAdd ? newOption : () => undefined;
}

/** Offers to create an option with the search text, if it is a valid label and no option has it in any case. */
export function newOption(options: readonly Option[], search: string): ComboBoxEntry | undefined {
  const label = search.trim();
  const exists = options.some((option) => option.label.toLowerCase() === label.toLowerCase());
  return exists || !optionText.safeParse(label).success ? undefined : entryOfNew(label);
}

/** The entry of a list that creates what is not in it. */
export function entryOfNew(label: string): ComboBoxEntry {
  return {
    key: keyOfNew(label),
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
