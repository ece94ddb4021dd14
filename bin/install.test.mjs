import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isMissing } from "./install.mjs";

const here = { os: [process.platform], cpu: [process.arch] };

test.each([
  ["nothing is required", {}, {}, false],
  [
    "it is installed",
    { "node_modules/a": { version: "1.0.0" } },
    { "node_modules/a": { version: "1.0.0" } },
    false,
  ],
  ["it is not installed", { "node_modules/a": { version: "1.0.0" } }, {}, true],
  [
    "another version is installed",
    { "node_modules/a": { version: "1.0.0" } },
    { "node_modules/a": { version: "1.0.1" } },
    true,
  ],
  ["it is not required", {}, { "node_modules/a": { version: "1.0.0" } }, false],
  ["it is the project itself", { "": { version: "1.0.0" } }, {}, false],
  [
    "it is for another system",
    { "node_modules/a": { version: "1.0.0", optional: true, os: ["aix"], cpu: ["ppc64"] } },
    {},
    false,
  ],
  ["it is for this system", { "node_modules/a": { version: "1.0.0", optional: true, ...here } }, {}, true],
  [
    "it is optional without a system, which npm decides",
    { "node_modules/a": { version: "1.0.0", optional: true } },
    {},
    false,
  ],
])("isMissing: %s", (_, wanted, installed, missing) => {
  expect(isMissing(wanted, installed, false)).toBe(missing);
});

test("development packages are required only with tools", () => {
  const wanted = { "node_modules/a": { version: "1.0.0", dev: true } };
  expect(isMissing(wanted, {}, false)).toBe(false);
  expect(isMissing(wanted, {}, true)).toBe(true);
});

test("the lock file has a hash of every package, also of those for other systems", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const places = Object.keys(packages);
  for (const [place, { integrity, inBundle, optionalDependencies = {} }] of Object.entries(packages)) {
    // A bundled package is part of another one.
    if (place !== "" && !inBundle)
      expect([place, integrity]).toEqual([place, expect.stringMatching(/^sha512-/)]);
    for (const name of Object.keys(optionalDependencies)) {
      expect(
        places.some((each) => each.endsWith(`node_modules/${name}`)),
        name,
      ).toBe(true);
    }
  }
});
