interface EdgeProps {
  readonly part: "start" | "end";
  /** The direction in which it is dragged. */
  readonly along: "x" | "y";
}

/** The end of a record, which changes its length when it is dragged. */
export function Edge({ part, along }: EdgeProps) {
  return <span aria-hidden data-edge={part} className={`absolute touch-none ${looks[along][part]}`} />;
}

const looks = {
  x: {
    start: "inset-y-0 start-0 w-1.5 cursor-ew-resize",
    end: "inset-y-0 end-0 w-1.5 cursor-ew-resize",
  },
  y: {
    start: "inset-x-0 top-0 h-1.5 cursor-ns-resize",
    end: "inset-x-0 bottom-0 h-1.5 cursor-ns-resize",
  },
} as const;
