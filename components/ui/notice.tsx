import type { ReactNode } from "react";

/** Says what went wrong where no single input is to blame; readers hear it at once. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger text-dense">
      {children}
    </div>
  );
}
