import { unnamed } from "@/components/listing/record-names";

/** A record's name; undefined until it is loaded. */
export function RecordPill({ name }: { name: string | undefined }) {
  if (name === undefined) return <span aria-hidden className="h-4 w-12 rounded bg-border opacity-60" />;
  return (
    <span
      dir="auto"
      className={`min-w-0 max-w-full truncate rounded border border-border bg-background px-1.5 leading-[18px] ${name === "" ? "text-muted" : ""}`}
    >
      {name || unnamed}
    </span>
  );
}
