import { context } from "../server/context";

/**
 * Large bodies of one caller that a process reads at the same time. More of them would fill each turn of the event loop,
 * for which calls of others wait several times.
 */
const atOnce = 2;

/** Time in ms after which a body that arrives slowly, and so takes little of each turn, lets the next one begin. */
const patience = 1_000;

interface Line {
  reading: number;
  /** Starts the bodies that wait, in order. */
  readonly waiting: (() => void)[];
}

/** Lines by caller; callers without a large body have no entry. */
const lines = new Map<string, Line>();

/** Runs `read` once fewer than two other large bodies of the caller are being read. */
export async function readInLine<Result>(read: () => Promise<Result>): Promise<Result> {
  const { holder } = context();
  if (holder === undefined) return read();
  const line = lines.get(holder) ?? { reading: 0, waiting: [] };
  lines.set(holder, line);
  if (line.reading < atOnce) line.reading++;
  else await new Promise<void>((start) => line.waiting.push(start));
  let isInLine = true;
  const leave = () => {
    if (isInLine) passOn(holder, line);
    isInLine = false;
  };
  const timer = setTimeout(leave, patience);
  try {
    return await read();
  } finally {
    clearTimeout(timer);
    leave();
  }
}

function passOn(holder: string, line: Line): void {
  const next = line.waiting.shift();
  if (next) next();
  else if (--line.reading === 0) lines.delete(holder);
}
