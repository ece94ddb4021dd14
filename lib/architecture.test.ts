/** Checks the import directions, the list of operations, and the route files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { everyOperation } from "./api/operations";

/**
 * The layers that each layer may import, and a pattern for packages if restricted. From `types` it may import types only.
 * Files outside of all layers (`server.ts`, `commands`, `e2e`) may import anything and are imported by none.
 */
const layers: Record<string, { layers: string[]; types?: string[]; packages?: RegExp }> = {
  "lib/formulas": { layers: [], packages: /^sql-template-tag$/ },
  "lib/field-types": { layers: ["lib/formulas"], packages: /^zod(\/v4\/core)?$/ },
  "lib/contract": { layers: ["lib/field-types", "lib/formulas"], packages: /^zod(\/v4\/core)?$/ },
  "lib/server": {
    layers: ["lib/contract", "lib/field-types", "lib/formulas", "prisma/client"],
    packages: /^(?!(next|react|react-dom)(\/|$))/,
  },
  "lib/api": {
    layers: ["lib/server", "lib/contract", "lib/field-types", "lib/formulas"],
    packages: /^(?!(next|react|react-dom)(\/|$))/,
  },
  "lib/client": { layers: ["lib/contract", "lib/field-types", "lib/formulas"], types: ["lib/api"] },
  components: {
    layers: ["lib/client", "lib/contract", "lib/field-types", "lib/formulas"],
    types: ["lib/api"],
  },
  app: {
    layers: [
      "components",
      "lib/api",
      "lib/server",
      "lib/client",
      "lib/contract",
      "lib/field-types",
      "lib/formulas",
    ],
  },
  // Generated, so not checked.
  "prisma/client": { layers: [] },
};

/**
 * The folders of the components, lowest level first. A folder may import from its own files and from lower levels, never
 * from others on its level; this includes types. Files directly in `components` may import from all of them.
 */
const levels = [
  ["ui"],
  ["tasks"],
  ["rights"],
  ["forms"],
  ["listing"],
  ["edits"],
  ["groups"],
  ["commands"],
  ["open-table"],
  ["formulas"],
  ["fields"],
  ["cells"],
  ["presence"],
  ["record-card"],
  ["conflicts", "docs", "import", "keys", "live", "sign-in"],
  ["people", "questions"],
  ["site", "toolbar"],
  [
    "bases",
    "calendar",
    "cards",
    "form",
    "gallery",
    "grid",
    "kanban",
    "record",
    "tables",
    "trash",
    "webhooks",
  ],
  ["print", "views"],
  ["form-page", "table-page"],
];

const files = ["lib", "components", "app"].flatMap(sourcesIn);
const imports = files.flatMap(importsOf);

describe("imports go in one direction", () => {
  test("from files in a layer", () => {
    expect(files.filter((file) => layerOf(file) === undefined)).toEqual([]);
  });

  test("only into lower layers", () => {
    expect(imports.filter((each) => !isAllowed(each)).map(describeImport)).toEqual([]);
  });

  test("without cycles, types included", () => {
    expect(cycles()).toEqual([]);
  });

  test("among the components, from pages down to their parts", () => {
    const unlisted = files.filter((file) => /^components\/.*\//.test(file) && levelOf(file) === -1);
    expect(unlisted).toEqual([]);
    const up = imports.filter(({ from, to }) => {
      const [above, below] = [levelOf(from), levelOf(to)];
      return above !== -1 && below !== -1 && folderOf(from) !== folderOf(to) && below >= above;
    });
    expect(up.map(describeImport)).toEqual([]);
  });

  test("of zod as a namespace, as `import { z }` prevents tree shaking", () => {
    const named = files.filter((file) =>
      /import (type )?\{ ?z\b[^}]*\} from "zod"/.test(readFileSync(file, "utf8")),
    );
    expect(named).toEqual([]);
  });

  test("and are found in the sources", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.map(describeImport)).toEqual(
      expect.arrayContaining([
        "lib/field-types/types/number.ts → lib/field-types/number.ts",
        "lib/field-types/number.ts → zod",
        "lib/api/records.ts → lib/server/records/records.ts",
        "lib/client/api.ts → lib/api/operation-key.ts (types)",
        "app/api/v1/bases/route.ts → lib/api/route.ts",
      ]),
    );
  });
});

describe("the list of operations", () => {
  test("has unique ids and paths", () => {
    const ids = everyOperation.map(({ id }) => id);
    const addresses = everyOperation.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test.each(everyOperation)("$id is complete", (operation) => {
    expect(operation.id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    const placeholders = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const params = operation.params ? Object.keys((operation.params as z.ZodObject).shape) : [];
    expect(params).toEqual(placeholders);
    expect(operation.method === "GET" && operation.body).toBeFalsy();
  });

  test("has schemas that convert to JSON Schema, for the documentation", () => {
    for (const { params, body, answer } of everyOperation) {
      for (const shape of [params, body]) {
        if (shape) expect(() => z.toJSONSchema(shape, { io: "input", unrepresentable: "any" })).not.toThrow();
      }
      if (answer) expect(() => z.toJSONSchema(answer, { unrepresentable: "any" })).not.toThrow();
    }
  });
});

describe("the route files", () => {
  const root = "app/api/v1";
  const rest = "app/api/[[...path]]/route.ts";
  const paths = [...new Set(everyOperation.map((operation) => operation.path))];
  const fileOf = (address: string) => `${root}${address.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`;
  const methods = "{ GET, POST, PUT, PATCH, DELETE, OPTIONS }";

  test.each(paths)("%s has its own, which passes every method to the handler", (address) => {
    expect(statementsOf(fileOf(address))).toEqual([
      'import { routeOf } from "@/lib/api/route";',
      `export const ${methods} = routeOf("${address}");`,
    ]);
  });

  test("all other paths share one, so that unknown paths get the same response", () => {
    expect(statementsOf(rest)).toEqual([
      'import { everyMethod } from "@/lib/api/route";',
      `export const ${methods} = everyMethod;`,
    ]);
  });

  test("there are no others", () => {
    expect(sourcesIn("app/api").toSorted()).toEqual([...paths.map(fileOf), rest].toSorted());
  });

  /** The statements of a file, each on one line. */
  function statementsOf(file: string): string[] {
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    return text
      .split(/;\n/)
      .map((each) =>
        each
          .trim()
          .replace(/\(\s+/g, "(")
          .replace(/,?\s+\)/g, ")"),
      )
      .filter((each) => each !== "")
      .map((each) => `${each};`);
  }
});

interface Import {
  from: string;
  /** A path from the root, or a package. */
  to: string;
  isOurs: boolean;
  isType: boolean;
}

/** The TypeScript files below a folder, without tests and declarations. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name))
    .map((entry) => path.posix.join(entry.parentPath.replaceAll(path.sep, "/"), entry.name));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const statement = /^\s*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gm;
  const call = /(typeof\s)?\bimport\(\s*["']([^"']+)["']/g;
  return [...text.matchAll(statement), ...text.matchAll(call)].map(([, type, name = ""]) => {
    const isOurs = /^(\.|@\/)/.test(name);
    return { from: file, to: isOurs ? resolve(name, file) : name, isOurs, isType: type !== undefined };
  });
}

/** Resolves an import of our own. The compiler checks that the file exists. */
function resolve(name: string, from: string): string {
  const place = name.startsWith("@/") ? name.slice(2) : path.posix.join(path.posix.dirname(from), name);
  const ends = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];
  return place + (ends.find((end) => /\.\w+$/.test(place + end) && existsSync(place + end)) ?? "");
}

function layerOf(file: string): string | undefined {
  return Object.keys(layers).find((layer) => file.startsWith(`${layer}/`));
}

/** The folder of a component, such as `grid`; undefined for any other file. */
function folderOf(file: string): string | undefined {
  return /^components\/([^/]+)\//.exec(file)?.[1];
}

function levelOf(file: string): number {
  const folder = folderOf(file);
  return levels.findIndex((level) => folder !== undefined && level.includes(folder));
}

function isAllowed({ from, to, isOurs, isType }: Import): boolean {
  const layer = layerOf(from) ?? "";
  const rules = layers[layer] ?? { layers: [] };
  if (!isOurs) return rules.packages?.test(to) !== false;
  const target = layerOf(to) ?? "";
  return (
    target === layer || rules.layers.includes(target) || (isType && rules.types?.includes(target) === true)
  );
}

function describeImport({ from, to, isType }: Import): string {
  return `${from} → ${to}${isType ? " (types)" : ""}`;
}

/** All import cycles. */
function cycles(): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  for (const file of files) visit(file, []);
  return found;

  function visit(file: string, trail: string[]): void {
    const start = trail.indexOf(file);
    if (start >= 0) found.push([...trail.slice(start), file].join(" → "));
    if (start >= 0 || done.has(file)) return;
    for (const each of next.get(file) ?? []) visit(each, [...trail, file]);
    done.add(file);
  }
}
