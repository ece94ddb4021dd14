import { onDemand } from "@/components/ui/on-demand";
import { CountForm } from "./count-form";
import type { OwnForm, OwnFormProps } from "./own-form";
import { RollupForm } from "./rollup-form";

/** The forms of types whose settings are more than an editor for each key. */
export const templateForms: { readonly [type: string]: OwnForm } = {
  formula: onDemand<OwnFormProps>(async () => (await import("./formula-form")).FormulaForm, {
    preload: "never",
  }),
  rollup: RollupForm,
  count: CountForm,
};

/** The size of the dialog of a field of a type. */
export function dialogSize(type: string): "wide" | "editor" {
  return type in templateForms ? "editor" : "wide";
}
