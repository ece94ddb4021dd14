import { expect, test } from "vitest";
import { isKnown, tagOf, wantedVersions } from "./etag";

const id = "019a9e5c-0000-7000-8000-000000000001";
const tag = tagOf({ id, version: 3 }, "{}");

test("a tag lets the version pass that it was given for, and only of that record", () => {
  expect(wantedVersions(tag, id)).toEqual([3]);
  expect(wantedVersions(tag, id.replace(/1$/, "2"))).toEqual([]);
  expect(wantedVersions(tag.replace("3-", "4-"), id)).toEqual([]);
  expect(wantedVersions(`"3-kq0Zp1xW_bA2"`, id)).toEqual([]);
  expect(wantedVersions(`"3-kq0Zp1xW_bA2kq0Zp1xW"`, id)).toEqual([]);
  expect(wantedVersions(`W/${tag}`, id)).toEqual([]);
  expect(wantedVersions(`${tagOf({ id, version: 7 }, "")}, x, ${tag}`, id)).toEqual([7, 3]);
});

test("a record as it is shown differently still has its version, and another tag", () => {
  const renamed = tagOf({ id, version: 3 }, '{"Title":1}');
  expect(renamed).not.toBe(tag);
  expect(wantedVersions(renamed, id)).toEqual([3]);
  expect([isKnown(tag, tag), isKnown(tag, renamed)]).toEqual([true, false]);
});

test("without the header, and with *, any version passes", () => {
  expect([wantedVersions(null, id), wantedVersions("*", id)]).toEqual([undefined, undefined]);
});
