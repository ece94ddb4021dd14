/** The documents name only files and identifiers that exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "docs/limits.md",
  "docs/performance.md",
  "docs/running.md",
];

const generated = new Set(["node_modules", ".git", ".next", "dist", "data", "prisma/client"]);
const files = filesIn("");
const names = new Set(files.map((file) => path.basename(file)));
const folders = new Set(files.flatMap(foldersOf));
const topFolders = new Set([...folders].filter((folder) => !folder.includes("/")));

describe.each(documents)("%s", (document) => {
  const text = readFileSync(document, "utf8");
  const prose = text.replace(/```.*?```/gs, "");
  const quoted = [...new Set([...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code))];

  test("names only files that exist", () => {
    expect(quoted.filter((code) => isPath(code) && !exists(code))).toEqual([]);
  });

  test("links only to files and headings that exist", () => {
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, image]) => link ?? image ?? "",
    );
    const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => slugOf(heading));
    const isGood = (target: string) =>
      target.startsWith("#")
        ? headings.includes(target.slice(1))
        : existsSync(path.join(path.dirname(document), target.replace(/#.*/, "")));
    expect(targets.filter((target) => !target.startsWith("https:") && !isGood(target))).toEqual([]);
  });
});

test("ARCHITECTURE.md names only identifiers that exist", () => {
  const sources = files
    .filter((file) => /^(lib|components|app|commands|prisma)\/.*\.(tsx?|prisma|sql)$/.test(file))
    .map((file) => readFileSync(file, "utf8"));
  const words = new Set(sources.flatMap((source) => source.match(/\w+/g) ?? []));
  const prose = readFileSync("ARCHITECTURE.md", "utf8").replace(/```.*?```/gs, "");
  const identifiers = [...prose.matchAll(/`(\w+(?:\.\w+)?)`/g)].map(([, name = ""]) => name);
  expect(identifiers.length).toBeGreaterThan(20);
  const isKnown = (name: string) =>
    names.has(name) || topFolders.has(name) || name.split(".").every((word) => words.has(word));
  expect(identifiers.filter((name) => !isKnown(name))).toEqual([]);
});

/** True for paths from the root, such as `lib/api`, and for names of files. */
function isPath(code: string): boolean {
  const [top = ""] = code.split("/");
  const isFromRoot = code.includes("/") && topFolders.has(top) && !/\s/.test(code);
  return isFromRoot || /^[\w-]+(\.\w+)*\.(ts|tsx|mjs|md|prisma|yaml)$/.test(code);
}

/** A path may have `*`, and `x.ts` stands for any new file. */
function exists(code: string): boolean {
  if (path.basename(code) === "x.ts") return folders.has(path.dirname(code));
  if (code.includes("*")) {
    const pattern = new RegExp(`^${code.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`);
    return files.some((file) => pattern.test(file));
  }
  return code.includes("/") ? files.includes(code) || folders.has(code.replace(/\/$/, "")) : names.has(code);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder || ".", { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (generated.has(file)) return [];
    return entry.isDirectory() ? filesIn(file) : [file];
  });
}

function foldersOf(file: string): string[] {
  const folder = path.dirname(file);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

/** The anchor of a heading on GitHub. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s/g, "-");
}
