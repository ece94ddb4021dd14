import * as z from "zod";
import { defineFieldType } from "../field-type";
import { noTemplate, quote } from "../text";

export const sources = ["ui", "public_api", "import", "form", "mcp"] as const;
export type Source = (typeof sources)[number];

const words: { readonly [Each in Source]: string } = {
  ui: "Page",
  public_api: "API",
  import: "Import",
  form: "Form",
  mcp: "Assistant",
};

export const source = defineFieldType({
  type: "source",
  label: "Source",
  description:
    "How the record was created: on the page, by the API, by an import, by a form or by an assistant.",
  canBePrimary: false,
  isComputed: true,
  storage: "text",
  column: "source",
  empty: null,
  template: noTemplate,
  value: () =>
    z.enum(sources, { error: (issue) => `takes ${sources.join(", ")}, not ${quote(issue.input)}` }),
  toText: (value) => value,
  fromText: (text) => sources.find((each) => each === text.trim()),
  display: (value) => words[value],
  look: { align: "start", editor: "none" },
  examples: [
    { input: "ui", text: "ui" },
    { input: "public_api", text: "public_api" },
    { input: "import", text: "import" },
    { input: "form", text: "form" },
    { input: "mcp", text: "mcp" },
  ],
  counterexamples: [{ input: "API" }, { input: "" }, { input: 1 }],
});
