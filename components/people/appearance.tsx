"use client";

import { useState } from "react";
import { SelectField } from "@/components/ui/select-field";
import { barColors, type Theme, themeCookie, themeIn } from "./theme";

/** Chooses the theme of this browser, at once and for later pages. */
export function Appearance({ theme }: { readonly theme: Theme }) {
  const [shown, setShown] = useState(theme);
  return (
    <section
      aria-labelledby="appearance"
      className="mt-6 flex max-w-sm flex-col gap-4 border-border border-t pt-4"
    >
      <h2 id="appearance" className="font-semibold text-base">
        Appearance
      </h2>
      <SelectField
        label="Theme in this browser"
        value={shown}
        choices={choices}
        onChange={(value) => {
          const next = themeIn(value);
          setShown(next);
          keep(next);
          show(next);
        }}
      />
    </section>
  );
}

const choices: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: "system", label: "Same as the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

function keep(theme: Theme): void {
  const age = theme === "system" ? 0 : secondsOfYear;
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${themeCookie}=${theme}; Path=/; SameSite=Lax; Max-Age=${age}`;
}

const secondsOfYear = 31_536_000;

function show(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const ofSystem = bar.media.includes("dark") ? "dark" : "light";
    bar.content = barColors[theme === "system" ? ofSystem : theme];
  }
}
