import type { Tool as ToolDescription } from "@modelcontextprotocol/server";
import * as z from "zod";
import { type Action, ruleOf } from "../../contract/actions";
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
  return operations.some((key) => {
    const { action } = operationOf(key);
    return action === null || mayAnywhere(actor, action);
  });
}

/** True if the caller may do something in one of their databases, or outside of any. */
function mayAnywhere(actor: Actor, action: Action): boolean {
  const databases = ruleOf(action).role === undefined ? null : ownDatabases(actor);
  return (databases ?? [undefined]).some((databaseId) => may(actor, action, databaseId));
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
