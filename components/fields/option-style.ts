import type { CSSProperties } from "react";
import { optionColors } from "@/lib/field-types/option";

/** The background and text colour of an option: a named pair, or a custom `#rrggbb`. */
export function optionStyle(color: string | undefined): CSSProperties {
  if (color?.startsWith("#")) return { backgroundColor: color, color: textOn(color) };
  const known = optionColors.find((each) => each === color) ?? "gray";
  return { backgroundColor: `var(--option-${known}-bg)`, color: `var(--option-${known}-text)` };
}

/** The colour of a row as CSS variables: a bar in a strong tone, and light tints of the row. */
export function rowColorStyle(color: string): CSSProperties {
  const { backgroundColor, color: text } = optionStyle(color);
  const strong = color.startsWith("#") ? color : `color-mix(in oklab, ${text} 65%, ${backgroundColor})`;
  const share = color.startsWith("#") ? 12 : 32;
  const style: { readonly [variable: `--${string}`]: string } = {
    "--row-color": strong,
    "--row-tint": `color-mix(in oklab, ${backgroundColor} ${share}%, var(--surface))`,
    "--row-tint-hover": `color-mix(in oklab, ${backgroundColor} ${share}%, var(--hover))`,
  };
  return style as CSSProperties;
}

/** The background of a coloured cell, stronger than that of a coloured row. */
export function cellTint(color: string): string {
  return `color-mix(in oklab, ${optionStyle(color).backgroundColor} 75%, var(--surface))`;
}

/** The background of a coloured value among others, with some room beside its text. */
export function valueTintStyle(color: string | undefined): CSSProperties | undefined {
  if (color === undefined) return undefined;
  const tint = cellTint(color);
  return { backgroundColor: tint, boxShadow: `-6px 0 ${tint}, 6px 0 ${tint}` };
}

/** Derives a colour from the first hexadecimal digits of an id, which are random, so that it never changes. */
export function colorOf(digits: string, colors: readonly string[] = optionColors): string | undefined {
  return colors[Number.parseInt(digits.slice(0, 8), 16) % colors.length];
}

/** Black or white, whichever has more contrast with a colour. */
function textOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16)),
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // At this luminance black and white have equal contrast; on either side one of them has at least 4.5:1.
  return luminance > 0.179 ? "#000000" : "#ffffff";
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
