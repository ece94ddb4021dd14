import { toolOf } from "./tools";

export interface JsonObject {
  readonly [key: string]: unknown;
}

/** The name of the tool that a message calls, or its method if it is none, for the log. */
export function toolNameIn({ method, params }: JsonObject): string {
  if (method !== "tools/call") return "mcp";
  const { name } = (params ?? {}) as { name?: unknown };
  const tool = typeof name === "string" ? toolOf(name) : undefined;
  return tool ? `mcp ${tool.name}` : "mcp";
}
