import type { Field } from "@/lib/contract/fields";

/** The rules of a field in words. */
export function constraintWords({ isRequired, isUnique }: Pick<Field, "isRequired" | "isUnique">): string[] {
  return [...(isRequired ? ["Required"] : []), ...(isUnique ? ["Values are unique"] : [])];
}

/** The sign of a required field beside its name. */
export function RequiredMark() {
  return (
    <span aria-hidden title="Required" className="text-danger">
      *
    </span>
  );
}
