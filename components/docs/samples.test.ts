import { describe, expect, test } from "vitest";
import type { Call } from "./call";
import { languages } from "./samples";

const server = "https://tables.example.com/api/v1";
const update: Call = {
  method: "PATCH",
  path: "/bases/{databaseId}/tables/{tableId}/records/{recordId}",
  params: { databaseId: "5f0c1e9a7b3d2468", tableId: "Q&A/2026", recordId: "r" },
  query: { typecast: "" },
  body: '{\n  "record": { "Name": "Ada\'s" }\n}',
};
const read: Call = { ...update, method: "GET", body: null, query: { limit: "1", filter: '{"a":1}' } };

describe("curl", () => {
  test("encodes the URL, quotes the body for a shell, and uses a variable for the key", () => {
    expect(write("curl", update)).toBe(
      [
        "curl -X PATCH \\",
        "  https://tables.example.com/api/v1/bases/5f0c1e9a7b3d2468/tables/Q%26A%2F2026/records/r \\",
        '  -H "Authorization: Bearer $KEY" \\',
        '  -H "Content-Type: application/json" \\',
        '  -d \'{\n  "record": { "Name": "Ada\'\\\'\'s" }\n}\'',
      ].join("\n"),
    );
  });

  test("omits parts that the call does not need", () => {
    expect(write("curl", { ...read, query: {}, path: "/openapi.json", params: {} }, false)).toBe(
      "curl https://tables.example.com/api/v1/openapi.json",
    );
    expect(write("curl", read)).toContain("records/r?limit=1&filter=%7B%22a%22%3A1%7D'");
  });
});

describe("TypeScript", () => {
  test("is a complete program", () => {
    expect(write("TypeScript", { ...update, body: '{\n  "record": {}\n}' })).toBe(
      [
        `const response = await fetch("${server}/bases/5f0c1e9a7b3d2468/tables/Q%26A%2F2026/records/r", {`,
        '  method: "PATCH",',
        "  headers: {",
        `    Authorization: \`Bearer \${process.env.KEY}\`,`,
        '    "Content-Type": "application/json",',
        "  },",
        "  body: JSON.stringify({",
        '    "record": {}',
        "  }),",
        "});",
        "if (!response.ok) throw new Error(await response.text());",
        "const answer = response.status === 204 ? null : await response.json();",
      ].join("\n"),
    );
  });

  test("uploads a file from disk", () => {
    const upload = { ...update, method: "POST", path: "/bases/{databaseId}/attachments", body: null };
    expect(write("TypeScript", upload)).toContain('body: await readFile("report.pdf"),');
    expect(write("curl", upload)).toContain("--data-binary @report.pdf");
  });
});

function write(name: string, call: Call, needsKey = true): string | undefined {
  return languages.find((each) => each.name === name)?.write(call, { server, needsKey });
}
