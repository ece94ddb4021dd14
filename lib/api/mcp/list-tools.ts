import type { Tool as ToolDescription } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Actor } from "../../server/access/author";
import { may } from "../../server/access/may";
import { ownDatabases } from "../../server/access/rights";
import { operationOf } from "./call-operation";
import type { Tool } from "./tool";
import { tools } from "./tools";

/** Describes the tools that a caller may use in some database, in their order. */
export function listTools(actor: Actor): ToolDescription[] {
  return tools.filter((tool) => isUsable(tool, actor)).map(describe);
}

function isUsable({ operations }: Tool, actor: Actor): boolean {
  const databases = ownDatabases(actor);
  return operations.some((key) => {
    const { action } = operationOf(key);
    if (action === null || action === "list-databases" || databases === null)
      return action === null || may(actor, action);
    return databases.some((databaseId) => may(actor, action, databaseId));
  });
}

const described = new Map<Tool, ToolDescription>();

function describe(tool: Tool): ToolDescription {
  const known = described.get(tool) ?? descriptionOf(tool);
  described.set(tool, known);
  return known;
}

function descriptionOf({ name, title, description, input, hints }: Tool): ToolDescription {
  const { isReadOnly, isDestructive = false, isIdempotent = isReadOnly } = hints;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as ToolDescription["inputSchema"],
    annotations: {
      title,
      readOnlyHint: isReadOnly,
      destructiveHint: isDestructive,
      idempotentHint: isIdempotent,
      openWorldHint: false,
    },
  };
}
