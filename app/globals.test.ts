import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { optionColors } from "@/lib/field-types/option";

describe.each([
  ["light", tokensOf(0)],
  ["dark", tokensOf(1)],
])("%s", (_, tokens) => {
  const grounds = ["background", "surface", "raised", "hover", "group-1", "group-2", "group-3"];

  test.each(grounds.flatMap((ground) => ["text", "muted", "accent", "danger"].map((text) => [text, ground])))(
    "%s is readable on %s",
    (text, ground) => expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5),
  );

  test.each([
    ["text", "accent-soft"],
    ["muted", "accent-soft"],
    ["accent", "accent-soft"],
    ["accent-text", "accent"],
    ["surface", "danger"],
    ["danger", "danger-soft"],
    ...optionColors.map((color) => [`option-${color}-text`, `option-${color}-bg`]),
  ])("%s is readable on %s", (text, ground) => {
    expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["background", "surface", "raised"])("controls and focus stand out from %s", (ground) => {
    expect(contrast(tokens["border-strong"], tokens[ground])).toBeGreaterThanOrEqual(3);
    expect(contrast(tokens.focus, tokens[ground])).toBeGreaterThanOrEqual(3);
  });
});

/** The colours of the light theme (0) or the dark one (1) by token. */
function tokensOf(theme: 0 | 1): { [name: string]: string } {
  const css = readFileSync("app/globals.css", "utf8");
  const matches = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];
  return Object.fromEntries(matches.map(([, name, ...colors]) => [name, colors[theme]]));
}

/** The contrast ratio of WCAG 2. */
function contrast(one = "", other = ""): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
