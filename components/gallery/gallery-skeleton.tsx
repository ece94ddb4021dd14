import { cardGap } from "./layout/gallery-layout";

/** Takes the place of cards until the page is measured. The browser divides its width as the cards will. */
export function GallerySkeleton({ minWidth, hasCover }: { minWidth: number; hasCover: boolean }) {
  return (
    <div
      aria-hidden
      className="absolute inset-x-0 top-0 grid animate-pulse"
      style={{
        gap: cardGap,
        padding: cardGap,
        gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${minWidth}px), 1fr))`,
      }}
    >
      {Array.from({ length: 12 }, (_, card) => card).map((card) => (
        <div key={card} className="overflow-hidden rounded-lg border border-border bg-surface">
          {hasCover && <span className="block aspect-[5/3] border-border border-b bg-background" />}
          <span className="m-3 block h-3 w-1/2 rounded-full bg-border opacity-60" />
          <span className="m-3 mb-8 block h-3 w-2/3 rounded-full bg-border opacity-60" />
        </div>
      ))}
    </div>
  );
}
