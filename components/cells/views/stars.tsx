import { Star } from "lucide-react";

interface StarsProps {
  readonly value: number;
  readonly most: number;
  /** Told the number of the star that was clicked. */
  readonly onChoose?: (stars: number) => void;
}

/** So many stars out of `most`. For the eye and the mouse: what has them says the number to readers. */
export function Stars({ value, most, onChoose }: StarsProps) {
  return (
    <span aria-hidden className="flex text-accent">
      {Array.from({ length: most }, (_, index) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the input beside it
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a star is its place
          key={index}
          data-star={index + 1}
          onClick={onChoose && (() => onChoose(index + 1))}
          className={`px-px ${onChoose ? "cursor-pointer" : ""}`}
        >
          <Star
            className={`size-3.5 ${index < value ? "" : "text-border-strong"}`}
            strokeWidth={1.75}
            fill={index < value ? "currentColor" : "none"}
          />
        </span>
      ))}
    </span>
  );
}
