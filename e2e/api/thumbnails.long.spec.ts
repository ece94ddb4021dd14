/** Small forms of pictures. */
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { Attachment, ThumbnailSize } from "../../lib/contract/attachments";
import { thumbnailUrl } from "../../lib/contract/attachments";
import type { Base } from "../../lib/contract/bases";
import { type ApiClient, badRequestBody } from "../api-client";
import { long } from "../rounds";
import { expect, test } from "./fixtures";

const formats = ["png", "jpeg", "gif", "webp", "avif"] as const;

for (const format of formats) {
  test(`a ${format} is at most as large as asked for, and keeps its proportions`, async ({ api, base }) => {
    // Plain, because noise takes long to encode.
    const plain = sharp({ create: { width: 800, height: 400, channels: 3, background: "teal" } });
    const { url } = await upload(api, base, await plain.toFormat(format).toBuffer());
    for (const [size, width, height] of [
      ["small", 256, 128],
      ["large", 768, 384],
    ] as const) {
      const { answer, bytes } = await open(url, size);
      expect(answer.headers.get("Content-Type")).toBe("image/webp");
      expect(answer.headers.get("Content-Disposition")).toMatch(/^inline/);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width, height });
    }
  });
}

test("a photo is turned as its camera was held", async ({ api, base }) => {
  const photo = await picture(1_200, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { url } = await upload(api, base, photo);
  const { width, height } = await sharp((await open(url, "small")).bytes).metadata();
  expect([width, height]).toEqual([128, 256]);
});

test("small pictures, broken ones and other files are opened as they are", long, async ({ api, base }) => {
  const whole = await picture(1_200, 600).png().toBuffer();
  const files = [
    await picture(256, 10).png().toBuffer(),
    whole.subarray(0, whole.length / 2),
    whole.subarray(0, 40),
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"/>`),
    Buffer.from("Hello"),
    Buffer.alloc(0),
  ];
  for (const file of files) {
    const { url, mimeType } = await upload(api, base, file);
    const { answer, bytes } = await open(url, "small");
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, mimeType]);
    expect(bytes.equals(file)).toBe(true);
  }
});

test("a picture of too many pixels is not unpacked", async ({ api, base }) => {
  const bomb = blackPng(12_000);
  expect((await sharp(bomb).metadata()).width).toBe(12_000);
  const { url } = await upload(api, base, bomb);
  const { answer, bytes } = await open(url, "large");
  expect(answer.headers.get("Content-Type")).toBe("image/png");
  expect(bytes.equals(bomb)).toBe(true);
});

test(
  "callers at once get the same one, which has an ETag of its own and serves ranges",
  long,
  async ({ api, base }) => {
    const { url } = await upload(api, base, await picture(2_000, 2_000).jpeg().toBuffer());
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => open(url, "large")));
    for (const { bytes } of others) expect(bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
    const tag = first?.answer.headers.get("ETag") ?? "";
    expect(tag).not.toBe((await fetch(url)).headers.get("ETag"));
    const address = thumbnailUrl(url, "large");
    expect((await fetch(address, { headers: { "If-None-Match": tag } })).status).toBe(304);
    const part = await fetch(address, { headers: { Range: "bytes=0-9" } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  },
);

test("takes a known size alone, and the signature of the file", async ({ api, base }) => {
  const { url } = await upload(api, base, await picture(600, 600).png().toBuffer());
  const path = url.replace(`${api.origin}/api/v1`, "");
  const { status, body } = await api.call(`${path}&thumbnail=huge`);
  expect([status, body]).toEqual([
    400,
    badRequestBody(["thumbnail", 'takes "small" or "large", not "huge"']),
  ]);
  const unsigned = `${url.replace(/\?.*/, "")}?thumbnail=small`;
  expect((await fetch(unsigned)).status).toBe(401);
  expect((await fetch(unsigned, { headers: api.credentials })).status).toBe(200);
});

test("visitors of a shared link get them for shown cells", long, async ({ api, base, place, table }) => {
  const file = await upload(api, base, await picture(600, 600).png().toBuffer());
  const { body: field } = await api.post(`${place}/fields`, { name: "Pictures", type: "attachments" });
  const created = await api.post(`${place}/records`, { record: { [field.id]: [file] } });
  expect(created.status).toBe(201);
  const { body: share } = await api.post(`/bases/${base.id}/shares`, { viewId: table.views[0]?.id });
  const token = share.url.split("/").at(-1);
  const { body: page } = await api.post(`/shared/${token}/records/list`, {});
  const shown: Attachment = page.records.at(-1).data[field.id][0];
  const { answer, bytes } = await open(shown.url, "small");
  expect(answer.headers.get("Content-Type")).toBe("image/webp");
  expect((await sharp(bytes).metadata()).width).toBe(256);
});

/** A picture with something to see. */
function picture(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "teal",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  });
}

/** A black square of one bit per pixel. */
function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    ...(
      [
        ["IHDR", header],
        ["IDAT", deflateSync(Buffer.alloc(side * (1 + side / 8)))],
        ["IEND", Buffer.alloc(0)],
      ] as const
    ).map(([type, data]) => pngChunk(type, data)),
  ]);
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

async function upload(api: ApiClient, base: Base, bytes: Uint8Array): Promise<Attachment> {
  const { status, body } = await api.call(`/bases/${base.id}/attachments?filename=picture`, {
    method: "POST",
    raw: bytes,
  });
  expect(status).toBe(201);
  return body;
}

async function open(url: string, size: ThumbnailSize) {
  const answer = await fetch(thumbnailUrl(url, size));
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}
