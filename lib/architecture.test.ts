/** The shape of the whole: who may import whom, and the two doors over one list of operations. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { everyOperation } from "./api/operations";

/**
 * The layers, each with what it may import: layers, and packages where there is a rule. Of `types` it may
 * import types only. Files in no layer (`server.ts`, `commands`, `e2e`) may import anything and are imported by none.
 */
const layers: Record<string, { layers: string[]; types?: string[]; packages?: RegExp }> = {
  "lib/field-types": { layers: [], packages: /^zod(\/v4\/core)?$/ },
  "lib/contract": { layers: ["lib/field-types"], packages: /^zod(\/v4\/core)?$/ },
  "lib/server": {
    layers: ["lib/contract", "lib/field-types", "prisma/client"],
    packages: /^(?!(next|react|react-dom)(\/|$))/,
  },
  "lib/api": {
    layers: ["lib/server", "lib/contract", "lib/field-types"],
    packages: /^(?!(next|react|react-dom)(\/|$))/,
  },
  "lib/client": { layers: ["lib/contract", "lib/field-types"], types: ["lib/api"] },
  components: { layers: ["lib/client", "lib/contract", "lib/field-types"], types: ["lib/api"] },
  app: {
    layers: ["components", "lib/api", "lib/server", "lib/client", "lib/contract", "lib/field-types"],
  },
  // Generated, and no concern of this test.
  "prisma/client": { layers: [] },
};

/**
 * The folders of the components, from the ground up. A folder imports from its own files and from folders above it in
 * this list, never from one on its own line; types count as well. Files in no folder may import from all of them.
 */
const rooms = [
  ["ui"],
  ["tasks"],
  ["rights"],
  ["forms"],
  ["listing"],
  ["edits"],
  ["groups"],
  ["commands"],
  ["open-table"],
  ["fields"],
  ["cells"],
  ["conflicts", "docs", "live", "sign-in"],
  ["site", "toolbar"],
  ["bases", "cards", "grid", "keys", "record", "tables", "trash"],
  ["views"],
  ["table-page"],
];

const files = ["lib", "components", "app"].flatMap(sourcesIn);
const imports = files.flatMap(importsOf);

describe("imports run one way", () => {
  test("from files that are all in a layer", () => {
    expect(files.filter((file) => layerOf(file) === undefined)).toEqual([]);
  });

  test("into the layers below only", () => {
    expect(imports.filter((each) => !isAllowed(each)).map(inWords)).toEqual([]);
  });

  test("and never in a circle, types included", () => {
    expect(circles()).toEqual([]);
  });

  test("among the components, from pages down to their parts", () => {
    const unlisted = files.filter((file) => /^components\/.*\//.test(file) && heightOf(file) === -1);
    expect(unlisted).toEqual([]);
    const up = imports.filter(({ from, to }) => {
      const [above, below] = [heightOf(from), heightOf(to)];
      return above !== -1 && below !== -1 && roomOf(from) !== roomOf(to) && below >= above;
    });
    expect(up.map(inWords)).toEqual([]);
  });

  test("of zod as a namespace: `import { z }` keeps every export of it in the pages' scripts", () => {
    const named = files.filter((file) =>
      /import (type )?\{ ?z\b[^}]*\} from "zod"/.test(readFileSync(file, "utf8")),
    );
    expect(named).toEqual([]);
  });

  test("which is read from the sources as they are", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.map(inWords)).toEqual(
      expect.arrayContaining([
        "lib/field-types/types/number.ts → lib/field-types/number.ts",
        "lib/field-types/number.ts → zod",
        "lib/api/records.ts → lib/server/records/records.ts",
        "lib/client/api.ts → lib/api/operations.ts (types)",
        "app/api/v1/bases/route.ts → lib/api/route.ts",
      ]),
    );
  });
});

describe("the list of operations", () => {
  test("has each id and each address once", () => {
    const ids = everyOperation.map(({ id }) => id);
    const addresses = everyOperation.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test.each(everyOperation)("$id is written down whole", (operation) => {
    expect(operation.id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    const placeholders = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const params = operation.params ? Object.keys((operation.params as z.ZodObject).shape) : [];
    expect(params).toEqual(placeholders);
    expect(operation.method === "GET" && operation.body).toBeFalsy();
  });

  test("gives each of its shapes to JSON Schema, which the documentation is made of", () => {
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

  test.each(paths)("%s has its own, which hands every method to the one door", (address) => {
    expect(statementsOf(fileOf(address))).toEqual([
      'import { routeOf } from "@/lib/api/route";',
      `export const ${methods} = routeOf("${address}");`,
    ]);
  });

  test("any other address below has one for all, so that an unknown address is answered alike", () => {
    expect(statementsOf(rest)).toEqual([
      'import { everyMethod } from "@/lib/api/route";',
      `export const ${methods} = everyMethod;`,
    ]);
  });

  test("there are no others", () => {
    expect(sourcesIn("app/api").toSorted()).toEqual([...paths.map(fileOf), rest].toSorted());
  });

  /** A file's statements, each in one line. */
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
  /** A file of ours as seen from the root, or a package. */
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

/** The file that an import of ours means; whether it is there is the compiler's business. */
function resolve(name: string, from: string): string {
  const place = name.startsWith("@/") ? name.slice(2) : path.posix.join(path.posix.dirname(from), name);
  const ends = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];
  return place + (ends.find((end) => /\.\w+$/.test(place + end) && existsSync(place + end)) ?? "");
}

function layerOf(file: string): string | undefined {
  return Object.keys(layers).find((layer) => file.startsWith(`${layer}/`));
}

/** The folder of a component, such as `grid`; undefined for any other file. */
function roomOf(file: string): string | undefined {
  return /^components\/([^/]+)\//.exec(file)?.[1];
}

function heightOf(file: string): number {
  const room = roomOf(file);
  return rooms.findIndex((line) => room !== undefined && line.includes(room));
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

function inWords({ from, to, isType }: Import): string {
  return `${from} → ${to}${isType ? " (types)" : ""}`;
}

/** Every way along the imports that comes back to where it began. */
function circles(): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  for (const file of files) visit(file, []);
  return found;

  function visit(file: string, way: string[]): void {
    const start = way.indexOf(file);
    if (start >= 0) found.push([...way.slice(start), file].join(" → "));
    if (start >= 0 || done.has(file)) return;
    for (const each of next.get(file) ?? []) visit(each, [...way, file]);
    done.add(file);
  }
}
