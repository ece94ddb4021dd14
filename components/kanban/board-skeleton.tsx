import { boardPadding, stackGap, stackWidth } from "./rows/use-across-window";

/** Takes the place of stacks while they load. */
export function BoardSkeleton() {
  return [3, 5, 2].map((cards, index) => (
    <div
      key={cards}
      aria-hidden
      className="absolute inset-y-0 pb-3"
      style={{ insetInlineStart: boardPadding + index * (stackWidth + stackGap), width: stackWidth }}
    >
      <div className="flex h-full animate-pulse flex-col gap-2 rounded-xl bg-group-2 p-2">
        <span className="m-1 h-5 w-24 rounded-full bg-border" />
        {Array.from({ length: cards }, (_, card) => card).map((card) => (
          <span key={card} className="h-20 rounded-lg border border-border bg-surface" />
        ))}
      </div>
    </div>
  ));
}
