import type { Choice } from "@/components/ui/select-field";
import { optionColors } from "@/lib/field-types/option";
import { optionStyle } from "./option-style";

/** The named colours of options, to choose from. */
export const colorChoices: Choice[] = optionColors.map((color) => ({
  value: color,
  // The API has the American name of this colour, and the page the British one, as in "Colour".
  label: color === "gray" ? "Grey" : color.charAt(0).toUpperCase() + color.slice(1),
  icon: (
    <span aria-hidden style={optionStyle(color)} className="rounded px-1 font-medium text-xs leading-4">
      Aa
    </span>
  ),
}));

/** The first unused colour, if there is one. */
export function nextColor(options: readonly { readonly color?: string | undefined }[]): string {
  const used = new Set(options.map((each) => each.color));
  const [first] = optionColors;
  return (
    optionColors.find((color) => !used.has(color)) ??
    optionColors[options.length % optionColors.length] ??
    first
  );
}
