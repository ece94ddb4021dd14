import type { Point } from "./hit";

/** The viewport of cells, in window coordinates. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The number of rows and columns per step of a drag past an edge: more with distance. */
export function overshoot(
  { x, y }: Point,
  { left, top, right, bottom }: Box,
): { rows: number; columns: number } {
  return {
    rows: stepsOf(y - bottom, 24) - stepsOf(top - y, 24),
    columns: stepsOf(x - right, 80) - stepsOf(left - x, 80),
  };
}

/** The nearest point inside the box. */
export function within({ x, y }: Point, { left, top, right, bottom }: Box): Point {
  return { x: clamp(x, left + 1, right - 1), y: clamp(y, top + 1, bottom - 1) };
}

const maxSteps = 20;

function stepsOf(past: number, pixels: number): number {
  return past <= 0 ? 0 : Math.min(maxSteps, 1 + Math.floor(past / pixels));
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}
