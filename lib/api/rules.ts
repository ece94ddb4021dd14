import { basePlace } from "../contract/places";
import { rules, rulesUpdate } from "../contract/rules";
import { getRules, updateRules } from "../server/access/manage-rules";
import { operation } from "./operation";

export const ruleOperations = [
  operation({
    id: "getRules",
    method: "GET",
    path: "/bases/{databaseId}/rules",
    summary: "Get the rules of a database",
    description:
      "Who may create, change and delete the records of a table, and who may change the values of a field. Tables and fields that are not listed are for editors.",
    action: "manage-rules",
    params: basePlace,
    answer: rules,
    run: ({ params }) => getRules(params),
  }),
  operation({
    id: "updateRules",
    method: "PUT",
    path: "/bases/{databaseId}/rules",
    summary: "Replace the rules of a database",
    description:
      "Takes effect within a second, for imports in progress too. Tables and fields that are not listed are for editors; rules equal to that are not stored. Rules of deleted tables and fields stay, and apply again once they are restored. A value in a new record counts as a change of its field. A list of links changes the fields on both sides, so it takes the rules of both. Fields by which an upsert or import matches records count as changed. Rules are about records: creators can change and delete tables and fields themselves.",
    action: "manage-rules",
    params: basePlace,
    body: rulesUpdate,
    answer: rules,
    example: ({ table }) => ({
      body: {
        tables: [{ tableId: table.id, create: "editor", update: "editor", delete: "owner" }],
        fields: [{ fieldId: table.primaryFieldId, update: "creator" }],
      },
    }),
    run: ({ actor, params, body }) => updateRules(actor, params, body),
  }),
] as const;
