import { expect, test } from "vitest";
import { knownTag, tagOf, wantedVersions } from "./etag";

const id = "019a9e5c-0000-7000-8000-000000000001";
const tag = tagOf({ id, version: 3 }, "{}");

test("a tag accepts only its version of its record", () => {
  expect(wantedVersions(tag, id)).toEqual([3]);
  expect(wantedVersions(tag, id.replace(/1$/, "2"))).toEqual([]);
  expect(wantedVersions(tag.replace("3-", "4-"), id)).toEqual([]);
  expect(wantedVersions(`"3-kq0Zp1xW_bA2"`, id)).toEqual([]);
  expect(wantedVersions(`"3-kq0Zp1xW_bA2kq0Zp1xW"`, id)).toEqual([]);
  expect(wantedVersions(`W/${tag}`, id)).toEqual([]);
  expect(wantedVersions(`${tagOf({ id, version: 7 }, "")}, x, ${tag}`, id)).toEqual([7, 3]);
});

test("a record shown differently has the same version and another tag", () => {
  const renamed = tagOf({ id, version: 3 }, '{"Title":1}');
  expect(renamed).not.toBe(tag);
  expect(wantedVersions(renamed, id)).toEqual([3]);
  expect([knownTag(tag, tag), knownTag(tag, renamed)]).toEqual([tag, undefined]);
});

test("without the header, or with *, any version is accepted", () => {
  expect([wantedVersions(null, id), wantedVersions("*", id)]).toEqual([undefined, undefined]);
});

test("the tag of a body that was compressed is as good as that of the body itself", () => {
  const coded = tag.replace(/"$/, '-br"');
  expect(wantedVersions(coded, id)).toEqual([3]);
  expect(wantedVersions(tag.replace(/"$/, '-x"'), id)).toEqual([]);
  expect(knownTag(`"x", ${coded}`, tag)).toBe(coded);
  expect(knownTag(`W/${coded}`, tag)).toBe(coded);
  expect(knownTag(tag.replace(/"$/, '-x"'), tag)).toBeUndefined();
  // One that happens to end so by itself.
  expect(knownTag('"abc-br"', '"abc-br"')).toBe('"abc-br"');
});
