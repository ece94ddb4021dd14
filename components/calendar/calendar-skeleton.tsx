/** Takes the place of a calendar until its scripts are there. */
export function CalendarSkeleton() {
  return (
    <div aria-hidden className="flex h-full flex-col bg-surface">
      <div className="flex h-11.5 shrink-0 items-center gap-3 border-border border-b px-4">
        <span className="h-5 w-36 animate-pulse rounded-full bg-hover" />
        <span className="ms-auto h-8 w-56 animate-pulse rounded-lg bg-hover" />
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-7 grid-rows-5">
        {Array.from({ length: 35 }, (_, day) => day).map((day) => (
          <span key={day} className="border-border border-e border-b p-2">
            <span className="block h-3 w-5 animate-pulse rounded-full bg-hover" />
          </span>
        ))}
      </div>
    </div>
  );
}
