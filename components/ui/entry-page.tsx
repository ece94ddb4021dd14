import type { ReactNode } from "react";
import { Brand } from "./brand";

/** The layout of pages for people who are not signed in yet. */
export function EntryPage({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 px-4 pt-6 pb-24">
      <Brand />
      {children}
    </main>
  );
}
