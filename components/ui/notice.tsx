import type { ReactNode } from "react";

/** An error message that belongs to no single input. Screen readers announce it at once. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger text-dense">
      {children}
    </div>
  );
}
