import latin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { KeptEdits } from "@/components/edits/kept-edits";
import { Imports } from "@/components/import/imports";
import { barColors } from "@/components/people/theme";
import { Providers } from "@/components/providers";
import { RightsProvider } from "@/components/rights/rights";
import { findTheme } from "./find-theme";
import { findPerson } from "./signed-in";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Rowhouse", template: "%s · Rowhouse" },
  description: "Spreadsheet-style databases with an API you can trust.",
  robots: { index: false },
};

export async function generateViewport(): Promise<Viewport> {
  const theme = await findTheme();
  const shades = ["light", "dark"] as const;
  return {
    width: "device-width",
    initialScale: 1,
    themeColor: shades.map((shade) => ({
      media: `(prefers-color-scheme: ${shade})`,
      color: barColors[theme === "system" ? shade : theme],
    })),
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // The stylesheet loads the other subsets when a page contains their characters.
  preload(latin, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  const person = await findPerson();
  const theme = await findTheme();
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme}>
      <body className="font-sans">
        <Providers>
          <RightsProvider {...person}>
            {children}
            {person.id !== "nobody" && <Imports />}
          </RightsProvider>
          {person.id !== "nobody" && <KeptEdits identity={person.id} />}
        </Providers>
      </body>
    </html>
  );
}
