import { Star } from "lucide-react";

interface StarsProps {
  readonly value: number;
  readonly max: number;
  /** Called with the number of the clicked star. */
  readonly onChoose?: (stars: number) => void;
}

/** `value` stars out of `max`, hidden from screen readers: the component around them announces the number. */
export function Stars({ value, max, onChoose }: StarsProps) {
  return (
    <span aria-hidden className="flex text-accent">
      {Array.from({ length: max }, (_, index) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the input beside it handles the keys
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input beside it handles the keys
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a star is identified by its position
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
