import { expect, test } from "vitest";
import { isMissing } from "./install.mjs";

const here = { os: [process.platform], cpu: [process.arch] };

test.each([
  ["nothing is asked for", {}, {}, false],
  [
    "it is there",
    { "node_modules/a": { version: "1.0.0" } },
    { "node_modules/a": { version: "1.0.0" } },
    false,
  ],
  ["it is not there", { "node_modules/a": { version: "1.0.0" } }, {}, true],
  [
    "it is another version",
    { "node_modules/a": { version: "1.0.0" } },
    { "node_modules/a": { version: "1.0.1" } },
    true,
  ],
  ["it is more than asked for", {}, { "node_modules/a": { version: "1.0.0" } }, false],
  ["it is the project itself", { "": { version: "1.0.0" } }, {}, false],
  [
    "it is for another system",
    { "node_modules/a": { version: "1.0.0", optional: true, os: ["aix"], cpu: ["ppc64"] } },
    {},
    false,
  ],
  ["it is for this system", { "node_modules/a": { version: "1.0.0", optional: true, ...here } }, {}, true],
  ["npm decides whether it applies", { "node_modules/a": { version: "1.0.0", optional: true } }, {}, false],
])("what is missing: %s", (_, wanted, installed, missing) => {
  expect(isMissing(wanted, installed, false)).toBe(missing);
});

test("tools for tests are missing only where they are needed", () => {
  const wanted = { "node_modules/a": { version: "1.0.0", dev: true } };
  expect(isMissing(wanted, {}, false)).toBe(false);
  expect(isMissing(wanted, {}, true)).toBe(true);
});
