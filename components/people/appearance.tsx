"use client";

import { useState } from "react";
import { SelectField } from "@/components/ui/select-field";
import { chooseTheme, themeChoices } from "./choose-theme";
import { type Theme, themeIn } from "./theme";

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
        choices={themeChoices}
        onChange={(value) => {
          const next = themeIn(value);
          setShown(next);
          chooseTheme(next);
        }}
      />
    </section>
  );
}
