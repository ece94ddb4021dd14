import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extentOf, offsetAt, type Scrolled, scrolledTo, scrollTopAt, settled, tallest } from "./scroll-scale";

const short: Scrolled = { content: 3_200_000, viewport: 600 };
/** A million rows of 32 pixels, and of 88. */
const tall: Scrolled = { content: 32_000_000, viewport: 600 };
const taller: Scrolled = { content: 88_000_000, viewport: 600 };

describe("content that fits into an element", () => {
  it("is not scaled", () => {
    expect(extentOf(short)).toBe(3_200_000);
    expect(offsetAt(short, 1_234)).toBe(1_234);
    expect(scrollTopAt(short, 1_234)).toBe(1_234);
    expect(scrolledTo(short, { scrollTop: 0, offset: 0 }, 500)).toEqual({ scrollTop: 500, offset: 500 });
    expect(scrolledTo(short, { scrollTop: 0, offset: 0 }, 50_000)).toEqual({
      scrollTop: 50_000,
      offset: 50_000,
    });
  });

  it("does not move if all of it is visible", () => {
    const tiny = { content: 100, viewport: 600 };
    expect(offsetAt(tiny, 50)).toBe(0);
    expect(scrollTopAt(tiny, 50)).toBe(0);
    expect(scrolledTo(tiny, { scrollTop: 0, offset: 0 }, 10)).toEqual({ scrollTop: 10, offset: 0 });
  });
});

describe("taller content", () => {
  it("has an element of the maximum height and reaches both ends", () => {
    for (const scrolled of [tall, taller]) {
      expect(extentOf(scrolled)).toBe(tallest);
      expect(offsetAt(scrolled, 0)).toBe(0);
      expect(offsetAt(scrolled, tallest - scrolled.viewport)).toBe(scrolled.content - scrolled.viewport);
    }
  });

  it("moves by pixels with the wheel and by the scale with the scrollbar", () => {
    const middle = { scrollTop: 7_000_000, offset: offsetAt(tall, 7_000_000) };
    expect(scrolledTo(tall, middle, 7_000_100)).toEqual({
      scrollTop: 7_000_100,
      offset: middle.offset + 100,
    });
    expect(scrolledTo(tall, middle, 7_100_000).offset).toBe(offsetAt(tall, 7_100_000));
  });

  it("moves by pixels near its ends, however far the scrollbar jumps", () => {
    expect(offsetAt(tall, 8_000)).toBe(8_000);
    expect(offsetAt(tall, tallest - 600 - 8_000)).toBe(tall.content - 600 - 8_000);
    expect(scrollTopAt(tall, tall.content - 600 - 8_000)).toBe(tallest - 600 - 8_000);
  });

  it("is drawn at offsets that an element can have", () => {
    const end = { scrollTop: tallest - 600, offset: tall.content - 600 };
    const lastRowTop = tall.content - 32 + (end.scrollTop - end.offset);
    expect(lastRowTop).toBe(tallest - 32);
  });

  it("reaches the end with the wheel when scrolling pauses", () => {
    let position = settled(tall, { scrollTop: 0, offset: tall.content - 5_000 });
    for (let turn = 0; turn < 100; turn += 1) {
      const scrollTop = Math.min(position.scrollTop + 100, tallest - tall.viewport);
      position = settled(tall, scrolledTo(tall, position, scrollTop));
    }
    expect(position).toEqual({ scrollTop: tallest - tall.viewport, offset: tall.content - tall.viewport });
  });
});

describe("any content", () => {
  const anyContent = fc.record({
    content: fc.nat(200_000_000),
    viewport: fc.integer({ min: 1, max: 5_000 }),
  });

  it("maps each pixel to a scroll position and back", () => {
    fc.assert(
      fc.property(anyContent, fc.double({ min: 0, max: 1, noNaN: true }), (scrolled, share) => {
        const offset = share * Math.max(0, scrolled.content - scrolled.viewport);
        expect(Math.abs(offsetAt(scrolled, scrollTopAt(scrolled, offset)) - offset)).toBeLessThan(0.001);
      }),
    );
  });

  it("stays within its bounds for any scroll position", () => {
    fc.assert(
      fc.property(anyContent, fc.array(fc.integer({ min: -100, max: 20_000_000 })), (scrolled, places) => {
        let position = { scrollTop: 0, offset: 0 };
        for (const scrollTop of places) {
          position = scrolledTo(scrolled, position, scrollTop);
          expect(position.offset).toBeGreaterThanOrEqual(0);
          expect(position.offset).toBeLessThanOrEqual(Math.max(0, scrolled.content - scrolled.viewport));
          expect(settled(scrolled, position).offset).toBe(position.offset);
        }
      }),
    );
  });

  it("goes down when the scrollbar goes down", () => {
    fc.assert(
      fc.property(anyContent, fc.nat(tallest), fc.nat(tallest), (scrolled, one, other) => {
        const [above, below] = one < other ? [one, other] : [other, one];
        expect(offsetAt(scrolled, above)).toBeLessThanOrEqual(offsetAt(scrolled, below));
      }),
    );
  });
});
