import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { inSources } from "./source-positions";

test("a stack trace points to the sources", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "rowhouse sources "));
  const source = path.join(folder, "work.ts");
  await writeFile(
    source,
    "interface Gone {}\n\nfunction work(): Gone {\n  return new Error();\n}\nconsole.log(work());\n",
  );
  for (const [outfile, format] of [
    ["built.mjs", "esm"],
    ["built.cjs", "cjs"],
  ] as const) {
    const built = path.join(folder, outfile);
    await build({ entryPoints: [source], outfile: built, format, sourcemap: true });
    // In a separate process, because this one maps its stacks itself.
    const { stdout: stack } = await promisify(execFile)(process.execPath, [built]);
    expect(stack).not.toContain("work.ts");
    expect(inSources(stack)).toContain(`at work (${source}:4:10)`);
    expect(inSources(stack)).toMatch(/ at .*work\.ts:6:13/);
  }
  await rm(folder, { recursive: true });
});

test.each([
  "",
  "Error: x",
  "Error: x\n    at work (/nowhere/built.mjs:1:2)\n    at new Promise (<anonymous>)",
  "Error: x\n    at node:internal/process/task_queues:95:5",
  "Error: at here (is:1:2) no frame",
  "Error: x\n    at work (file://elsewhere/built.mjs:1:2)",
])("stacks without a source map stay unchanged: %j", (stack) => {
  expect(inSources(stack)).toBe(stack);
});
