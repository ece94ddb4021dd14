import { addressOf, type Call } from "./call";

/** Writes a call as code. */
export interface Language {
  readonly name: string;
  write(call: Call, context: SampleContext): string;
}

export interface SampleContext {
  /** The root of the API, such as `http://localhost:3000/api/v1`. */
  readonly server: string;
  /** True if the operation needs a key; samples read it from a variable. */
  readonly needsKey: boolean;
}

export const languages: readonly Language[] = [
  { name: "curl", write: curl },
  { name: "TypeScript", write: typeScript },
];

function curl(call: Call, { server, needsKey }: SampleContext): string {
  const options = [
    ...(call.method === "GET" ? [] : [`-X ${call.method}`]),
    quoted(server + addressOf(call)),
    ...(needsKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(hasBody(call) ? ['-H "Content-Type: application/json"', `-d ${quoted(call.body)}`] : []),
    ...(takesFile(call) ? ["--data-binary @report.pdf", '-H "Content-Type: application/pdf"'] : []),
  ];
  return `curl ${options.join(" \\\n  ")}`;
}

function typeScript(call: Call, { server, needsKey }: SampleContext): string {
  const headers = [
    ...(needsKey ? [`Authorization: \`Bearer \${process.env.KEY}\`,`] : []),
    ...(hasBody(call) ? ['"Content-Type": "application/json",'] : []),
    ...(takesFile(call) ? ['"Content-Type": "application/pdf",'] : []),
  ];
  const options = [
    ...(call.method === "GET" ? [] : [`method: "${call.method}",`]),
    ...(headers.length > 0 ? ["headers: {", ...headers.map((line) => `  ${line}`), "},"] : []),
    ...(hasBody(call) ? [`body: JSON.stringify(${indented(call.body.trim())}),`] : []),
    ...(takesFile(call) ? ['body: await readFile("report.pdf"),'] : []),
  ];
  const request = [JSON.stringify(server + addressOf(call)), optionsText(options)].filter(Boolean).join(", ");
  return [
    ...(takesFile(call) ? ['import { readFile } from "node:fs/promises";', ""] : []),
    `const response = await fetch(${request});`,
    "if (!response.ok) throw new Error(await response.text());",
    "const answer = response.status === 204 ? null : await response.json();",
  ].join("\n");
}

function optionsText(options: readonly string[]): string {
  return options.length === 0 ? "" : `{\n${options.map((line) => `  ${line}`).join("\n")}\n}`;
}

function hasBody(call: Call): call is Call & { body: string } {
  return call.body !== null && call.body.trim() !== "";
}

/** Tests whether the call uploads a file. */
function takesFile({ path, method, body }: Call): boolean {
  return body === null && method === "POST" && path.endsWith("/attachments");
}

/** Quotes any text for a shell. */
function quoted(text: string): string {
  return /^[\w:/.@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n  ");
}
