interface ExamplesProps {
  readonly texts: readonly string[];
  /** Marks the column whose field names each record. */
  readonly isPrimary?: boolean;
}

/** The first different texts of a column. */
export function Examples({ texts, isPrimary = false }: ExamplesProps) {
  return (
    <p className="flex min-w-0 items-center gap-2 text-muted text-xs">
      {isPrimary && (
        <strong className="font-semibold text-accent" title="Names each record">
          Primary
        </strong>
      )}
      {texts.length === 0 ? "No values" : <span className="sr-only">Examples:</span>}
      <span dir="auto" className="min-w-0 truncate">
        {texts.join(" · ")}
      </span>
    </p>
  );
}
