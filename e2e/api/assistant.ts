/** Assistants by the official clients of both generations of the protocol. */
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { expect } from "./fixtures";

/** What a tool answers: its content, or the text of an error. */
export interface ToolAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of contents by comparing them
  readonly content: any;
  readonly error: string | undefined;
}

export interface Assistant {
  readonly protocol: string | undefined;
  tools(): Promise<readonly { name: string; annotations?: object | undefined; inputSchema: object }[]>;
  call(name: string, given?: object): Promise<ToolAnswer>;
  resources(): Promise<readonly { uri: string; name: string }[]>;
  read(uri: string): Promise<string>;
  close(): Promise<void>;
}

const generations = { "2026": connectNew, "2025": connectOld };
export type Generation = keyof typeof generations;
export const everyGeneration = Object.keys(generations) as Generation[];

export function connect(origin: string, key: string, generation: Generation = "2026"): Promise<Assistant> {
  return generations[generation](new URL("/mcp", origin), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
}

const identity = { name: "Test Assistant", version: "1" };

async function connectNew(url: URL, options: { requestInit: RequestInit }): Promise<Assistant> {
  const client = new NewClient(identity, { versionNegotiation: { mode: "auto" } });
  await client.connect(new NewTransport(url, options));
  return {
    protocol: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, given = {}) => answerOf(await client.callTool({ name, arguments: { ...given } })),
    resources: async () => (await client.listResources()).resources,
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    close: () => client.close(),
  };
}

async function connectOld(url: URL, options: { requestInit: RequestInit }): Promise<Assistant> {
  const client = new OldClient(identity);
  const transport = new OldTransport(url, options);
  await client.connect(transport as Transport);
  return {
    protocol: transport.protocolVersion,
    tools: async () => (await client.listTools()).tools,
    call: async (name, given = {}) => answerOf(await client.callTool({ name, arguments: { ...given } })),
    // The client of 2026 collects the pages itself.
    resources: async () => {
      const all = [];
      let cursor: string | undefined;
      do {
        const page = await client.listResources({ cursor });
        all.push(...page.resources);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return all;
    },
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    close: () => client.close(),
  };
}

/** Expects the text of an answer to be its structured content, and both to be short enough. */
function answerOf(answer: object): ToolAnswer {
  const { content, structuredContent, isError } = answer as {
    content: { type: string; text: string }[];
    structuredContent?: unknown;
    isError?: boolean;
  };
  expect(content).toEqual([{ type: "text", text: expect.any(String) }]);
  const text = content[0]?.text ?? "";
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50_000);
  if (isError) return { content: undefined, error: text };
  expect(JSON.parse(text)).toEqual(structuredContent);
  return { content: structuredContent, error: undefined };
}

function textOf([content]: readonly object[]): string {
  return (content as { text?: string }).text ?? "";
}
