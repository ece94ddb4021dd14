import type { ReactNode } from "react";

interface MessagePageProps {
  title: string;
  /** Says what happened and what to do. */
  children: ReactNode;
  actions: ReactNode;
}

/** A full-page message, such as not found, failed or empty. */
export function MessagePage({ title, children, actions }: MessagePageProps) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-3 px-4 py-16">
      <h1 className="text-balance font-semibold text-xl">{title}</h1>
      <div className="text-muted text-sm">{children}</div>
      <div className="mt-2 flex flex-wrap gap-2">{actions}</div>
    </div>
  );
}
