import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { toApiError } from "../failures";
import { readUpload } from "./uploads";

const raw = { filename: "a.txt", frame: (file: string) => file, type: "text/plain" };
const multipart = {
  filename: undefined,
  frame: (file: string) =>
    `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${file}\r\n--x--\r\n`,
  type: "multipart/form-data; boundary=x",
};
const forms = { raw, multipart };
/** Bytes that have all arrived before the file is open, and bytes that still arrive when writing fails. */
const sizes = [1, 2_000_000];

function requestOf(type: string, body: string): Request {
  const bytes = Buffer.from(body);
  let sent = 0;
  const stream = new ReadableStream({
    async pull(controller) {
      if (sent > 0) await delay(1);
      controller.enqueue(bytes.subarray(sent, sent + 60_000));
      sent += 60_000;
      if (sent >= bytes.length) controller.close();
    },
  });
  const given = { method: "POST", headers: { "Content-Type": type }, body: stream, duplex: "half" };
  return new Request("http://rowhouse.test", given);
}

for (const [name, { frame, filename, type }] of Object.entries(forms)) {
  for (const size of sizes) {
    const request = () => requestOf(type, frame("x".repeat(size)));

    test(`a ${name} upload of ${size} bytes to a full disk is not blamed on the caller`, async () => {
      const thrown = await readUpload(request(), { filename, to: "/dev/full" }).catch((error) => error);
      expect(thrown).toMatchObject({ code: "ENOSPC" });
      expect(toApiError(thrown).status).toBe(503);
    });

    test(`a ${name} upload of ${size} bytes to an invalid path is not blamed on the caller`, async () => {
      const thrown = await readUpload(request(), { filename, to: "/dev/null/a" }).catch((error) => error);
      expect(thrown).toMatchObject({ code: "ENOTDIR" });
      expect(toApiError(thrown).status).toBe(500);
    });
  }
}

test.each([
  ["file", 'filename="b"', "is given more than once; upload one file per call"],
  ["other", 'filename="b"', "is not a known part; the only part is `file`"],
  ["filename", "", "is not a known part; the only part is `file`"],
  ["file", "", "is text, not a file; add a filename to the part"],
])(
  "a multipart upload with a second part %j, %s, is refused, wherever that stands",
  async (name, more, message) => {
    const file = `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\none\r\n`;
    const second = `--x\r\nContent-Disposition: form-data; name="${name}"; ${more}\r\n\r\ntwo\r\n`;
    for (const parts of [file + second, second + file]) {
      const request = requestOf(multipart.type, `${parts}--x--\r\n`);
      await expect(readUpload(request, { filename: undefined, to: "/dev/null" })).rejects.toMatchObject({
        details: [{ path: name, message }],
      });
    }
  },
);

test("a multipart upload that ends early is blamed on the caller, whatever its size", async () => {
  for (const size of sizes) {
    const request = requestOf(multipart.type, multipart.frame("x".repeat(size)).slice(0, -9));
    await expect(readUpload(request, { filename: undefined, to: "/dev/null" })).rejects.toMatchObject({
      details: [{ path: "body", message: "is not a complete multipart body" }],
    });
  }
});
