import { expect, it } from "vitest";
import { createEventReader } from "./events";

it("reads events across chunk boundaries and skips keep-alive comments", () => {
  const text =
    ':\n\ndata: {"a":1}\nid: x\n\nevent: refused\ndata: {"b":2}\n\n:\n\ndata: {"c":3}\n\ndata: cut off';
  for (const size of [1, 2, 7, text.length]) {
    const read = createEventReader();
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.slice(index * size, (index + 1) * size),
    );
    expect(pieces.flatMap(read)).toEqual([
      { name: "message", data: '{"a":1}' },
      { name: "refused", data: '{"b":2}' },
      { name: "message", data: '{"c":3}' },
    ]);
  }
});
