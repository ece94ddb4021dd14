import type { Parameter } from "@/lib/api/openapi/types";
import type { Entry } from "./document";
import type { Place } from "./place";

/** The inputs of the form for a call, as typed. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly params: { readonly [name: string]: string };
  readonly query: { readonly [name: string]: string };
  /** JSON; null if the operation has no body. */
  readonly body: string | null;
  /** The body of an operation that takes a file. */
  readonly file?: File;
}

/** The response to a call. */
export interface Outcome {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** The documented example, filled in with the picked database and table. */
export function callOf({ path, method, operation }: Entry, place: Place): Call {
  const { parameters = [], requestBody } = operation;
  const example = requestBody?.content["application/json"]?.example;
  return {
    method: method.toUpperCase(),
    path,
    params: Object.fromEntries(
      placeholdersOf(path).map((name) => [name, place[name] ?? exampleText(parameters, name)]),
    ),
    query: Object.fromEntries(
      parameters
        .filter((each) => each.in === "query")
        .map(({ name }) => [name, exampleText(parameters, name)]),
    ),
    body: requestBody?.content["application/json"]
      ? aboutRecord(JSON.stringify(example ?? {}, null, 2), place)
      : null,
  };
}

/** Replaces all UUIDs of an example: they are made-up ids of one record. */
function aboutRecord(json: string, { recordId }: Place): string {
  return recordId
    ? json.replace(/"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"/g, JSON.stringify(recordId))
    : json;
}

/** The path and query below the API's root, without empty parameters. */
export function addressOf({ path, params, query }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    params[name] ? encodeURIComponent(params[name]) : placeholder,
  );
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

/** The first missing or malformed input; undefined if the call can be sent. */
export function problemOf(call: Call): string | undefined {
  const missing = Object.entries(call.params).find(([, value]) => value === "");
  if (missing) return `${missing[0]} is required`;
  try {
    if (call.body !== null && call.body.trim() !== "") JSON.parse(call.body);
  } catch (error) {
    return `The body is not JSON: ${error instanceof Error ? error.message : error}`;
  }
  return undefined;
}

/** Sends a call as the signed-in person. Throws only if there was no response. */
export async function send(call: Call): Promise<Outcome> {
  const start = performance.now();
  const { type, body } = contentOf(call);
  const response = await fetch(`/api/v1${addressOf(call)}`, {
    method: call.method,
    ...(type !== undefined && { headers: { "Content-Type": type } }),
    body,
  });
  const text = await response.text();
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: Math.round(performance.now() - start),
    headers: [...response.headers].toSorted(([a], [b]) => a.localeCompare(b)),
    body: pretty(text),
  };
}

function contentOf({ body, file }: Call): { type?: string; body?: string | File } {
  if (file) return { type: file.type || "application/octet-stream", body: file };
  if (body === null || body.trim() === "") return {};
  return { type: "application/json", body };
}

function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}

/** A parameter's example as text; as JSON if the parameter is sent as JSON. */
function exampleText(parameters: readonly Parameter[], name: string): string {
  const parameter = parameters.find((each) => each.name === name);
  const json = parameter?.content?.["application/json"];
  const example = json ? json.example : parameter?.example;
  if (example === undefined) return "";
  return json ? JSON.stringify(example) : String(example);
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
