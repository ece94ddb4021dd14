/** A placeholder in the size of the cards while the databases load. */
export function BaseListSkeleton() {
  return (
    <div role="status" aria-label="Loading databases" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {[0, 1, 2].map((each) => (
        <div key={each} className="flex flex-col gap-3 rounded-xl border border-border bg-surface p-4">
          <div className="flex gap-3">
            <span className="size-10 rounded-lg bg-hover" />
            <span className="flex flex-1 flex-col gap-2 pt-1.5">
              <span className="h-3 w-1/2 rounded-full bg-hover" />
              <span className="h-2.5 w-1/3 rounded-full bg-hover" />
            </span>
          </div>
          <span className="h-6 w-3/4 rounded-md bg-hover" />
          <span className="h-3 w-1/4 rounded-full bg-hover" />
        </div>
      ))}
    </div>
  );
}
