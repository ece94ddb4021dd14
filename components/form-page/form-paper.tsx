import type { ReactNode } from "react";
import { Brand } from "@/components/ui/brand";

/** The page around a form. */
export function FormPaper({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-background sm:px-6 sm:pt-12 print:p-0">
      <main className="mx-auto w-full max-w-[736px] flex-1 bg-surface px-5 py-8 sm:flex-none sm:rounded-xl sm:border sm:border-border sm:px-12 sm:py-12 print:border-none print:p-0">
        {children}
      </main>
      <footer className="flex justify-center bg-surface px-5 py-6 text-muted sm:bg-transparent print:hidden">
        <Brand />
      </footer>
    </div>
  );
}
