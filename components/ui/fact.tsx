import type { ReactNode } from "react";
import { dateTimeFormat } from "@/lib/field-types/intl";

interface FactProps {
  label: string;
  isAlarming?: boolean;
  children: ReactNode;
}

/** A labelled value; place it in a `dl`. */
export function Fact({ label, isAlarming = false, children }: FactProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className={`text-dense ${isAlarming ? "text-danger" : "text-muted"}`}>{label}</dt>
      <dd className={`break-words text-dense ${isAlarming ? "text-danger" : ""}`}>{children}</dd>
    </div>
  );
}

/** A date, with the time as its tooltip. */
export function Day({ moment }: { moment: string }) {
  const date = new Date(moment);
  return (
    <time
      dateTime={moment}
      title={dateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" }).format(date)}
    >
      {dateTimeFormat(undefined, { dateStyle: "medium" }).format(date)}
    </time>
  );
}
