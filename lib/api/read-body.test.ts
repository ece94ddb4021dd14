import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "../contract/limits";
import { readBody } from "./read-body";

const json = { "Content-Type": "application/json" };

describe("accepts", () => {
  test.each([
    ["{}", {}],
    ["[]", []],
    ['"text"', "text"],
    ["null", null],
    ["12.5", 12.5],
    [' \n{"a": [1, {"b": "🙂"}]}\t', { a: [1, { b: "🙂" }] }],
    ['"\\ud83d\\ude42"', "🙂"],
    ['{"constructor": 1, "prototype": 2}', { constructor: 1, prototype: 2 }],
  ])("%s", async (text, value) => {
    expect(await readBody(request(text))).toEqual(value);
  });

  test("any JSON value within the limits", async () => {
    const value = fc
      .jsonValue({ maxDepth: 20 })
      .filter((each) => !JSON.stringify(each).includes("__proto__"));
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        const text = JSON.stringify(given);
        fc.pre(!/\\u0000|\\ud[89a-f]/.test(text));
        expect(await readBody(request(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test("a missing body without a type", async () => {
    expect(await readBody(new Request("http://x", { method: "POST" }))).toBeUndefined();
    expect(await readBody(request("", {}))).toBeUndefined();
    expect(await readBody(request(chunks(), {}))).toBeUndefined();
  });

  test("a chunked body, split within a character", async () => {
    const bytes = new TextEncoder().encode('{"a":"🙂"}');
    expect(await readBody(request(chunks(bytes.slice(0, 7), bytes.slice(7))))).toEqual({ a: "🙂" });
  });

  test("a body with a byte order mark", async () => {
    expect(await readBody(request("\ufeff{}"))).toEqual({});
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON ; charset=UTF-8",
    " application/json;a=b",
  ])("the type %j", async (type) => {
    expect(await readBody(request("{}", { "Content-Type": type }))).toEqual({});
  });

  test("a body of the maximum length", async () => {
    const text = JSON.stringify("x".repeat(limits.bodyBytes - 2));
    expect(await readBody(request(text))).toHaveLength(limits.bodyBytes - 2);
    expect(await readBody(request(chunks(text)))).toHaveLength(limits.bodyBytes - 2);
  });

  test("nesting of the maximum depth", async () => {
    expect(await readBody(request("[".repeat(32) + "]".repeat(32)))).toBeInstanceOf(Array);
    expect(await readBody(request(`${'{"a":'.repeat(32)}1${"}".repeat(32)}`))).toBeInstanceOf(Object);
  });
});

describe("refuses", () => {
  test.each<[body: string, path: string, message: string]>([
    ["{", "body", "is not valid JSON (at position 1 (line 1 column 2))"],
    ["{'a':1}", "body", "is not valid JSON (at position 1 (line 1 column 2))"],
    ['{"a":1,}', "body", "is not valid JSON (at position 7 (line 1 column 8))"],
    ["{}{}", "body", "is not valid JSON (at position 2 (line 1 column 3))"],
    ["NaN", "body", "is not valid JSON"],
    ["undefined", "body", "is not valid JSON"],
    [" ", "body", "is not valid JSON"],
    ['"a\u0000b"', "body", "is not valid JSON (at position 2 (line 1 column 3))"],
    ['"\\u0000"', "body", "contains a NUL character, which cannot be stored"],
    ['{"a":["x","b\\u0000"]}', "a[1]", "contains a NUL character, which cannot be stored"],
    ['{"a\\u0000b":1}', "a\\u0000b", "contains a NUL character, which cannot be stored"],
    ['{"a":"\\ud800"}', "a", "contains half of a surrogate pair, which is not valid text"],
    ['{"a":"\\udc00\\ud800"}', "a", "contains half of a surrogate pair, which is not valid text"],
    ['{"\\ud800":1}', "\ufffd", "contains half of a surrogate pair, which is not valid text"],
    ['{"__proto__":1}', "__proto__", "is not a known key"],
    ['{"record":{"__proto__":{"a":1}}}', "record.__proto__", "is not a known key"],
    ['{"\\u005f_proto__":1}', "__proto__", "is not a known key"],
    ["[".repeat(33) + "]".repeat(33), "[0]".repeat(32), "is nested more than 32 deep"],
    [`${'{"a":'.repeat(33)}1${"}".repeat(33)}`, Array(32).fill("a").join("."), "is nested more than 32 deep"],
    ["[".repeat(100_000) + "]".repeat(100_000), "[0]".repeat(32), "is nested more than 32 deep"],
  ])("%.60s", async (body, path, message) => {
    await expect(readBody(request(body))).rejects.toMatchObject({
      code: "BAD_REQUEST",
      details: [{ path, message: expect.stringMatching(startOf(message)) }],
    });
  });

  test.each([
    ["half a character", [0x22, 0xf0, 0x9f, 0x22]],
    ["a surrogate half as bytes", [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ["Latin-1", [0x22, 0xe9, 0x22]],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])("%s", async (_, bytes) => {
    await expect(readBody(request(new Uint8Array(bytes)))).rejects.toMatchObject({
      code: "BAD_REQUEST",
      details: [{ path: "body", message: "is not UTF-8" }],
    });
  });

  test.each([
    undefined,
    "",
    "text/plain",
    "application/jsonp",
    "application/x-json",
    "multipart/form-data",
    "*/*",
  ])("the type %j", async (type) => {
    const headers: HeadersInit = type === undefined ? {} : { "Content-Type": type };
    await expect(readBody(request(new TextEncoder().encode("{}"), headers))).rejects.toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: "The Content-Type is not supported. Send JSON with the header Content-Type: application/json.",
    });
  });

  test("a body that is cut off", async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
    await expect(readBody(request(broken))).rejects.toMatchObject({
      code: "BAD_REQUEST",
      details: [{ path: "body", message: "was cut off" }],
    });
  });

  const tooLarge = {
    code: "PAYLOAD_TOO_LARGE",
    message: "The body is too large. At most 10,000,000 bytes are allowed.",
  };

  test("a body that announces too many bytes, without reading it", async () => {
    const given = request("{}", { ...json, "Content-Length": String(limits.bodyBytes + 1) });
    await expect(readBody(given)).rejects.toMatchObject(tooLarge);
    expect(given.bodyUsed).toBe(false);
  });

  test("an endless chunked body, as soon as it is too long", async () => {
    let sent = 0;
    const piece = new Uint8Array(1_000_000).fill(0x20);
    const endless = new ReadableStream({
      pull(controller) {
        sent += piece.length;
        controller.enqueue(piece);
      },
    });
    await expect(readBody(request(endless))).rejects.toMatchObject(tooLarge);
    expect(sent).toBeLessThan(limits.bodyBytes + 5 * piece.length);
  });
});

function request(body: BodyInit, headers: HeadersInit = json): Request {
  return new Request("http://x", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

function chunks(...parts: (string | Uint8Array)[]): ReadableStream {
  return new Blob(parts as BlobPart[]).stream();
}

/** Error positions differ between versions of Node. */
function startOf(message: string): RegExp {
  return new RegExp(`^${message.replace(/ \(at.*/, "").replace(/[.*+?^$|()[\]\\]/g, "\\$&")}`);
}
