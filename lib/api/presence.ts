import { basePlace } from "../contract/places";
import { presenceAnswer, presenceUpdate } from "../contract/presence";
import { reportPresence } from "../server/presence/presence";
import { operation } from "./operation";

export const presenceOperations = [
  operation({
    id: "reportPresence",
    method: "PUT",
    path: "/bases/{databaseId}/presence",
    summary: "Report the cell that an open page has selected",
    description:
      "Shows the person to others who have the database open, until the page is left or for the `seconds` of the response. Others receive it as an event `presence` of `watchChangesOfSeveral`. It is kept in memory only: not in the change log, the audit log or the database. Only people in a browser are shown; a call with an API key is checked and has no effect.",
    action: "read",
    params: basePlace,
    body: presenceUpdate,
    answer: presenceAnswer,
    example: ({ table, record }) => ({
      body: {
        pageId: "9b2f6c1e-5d3a-4f7b-8e0c-1a2d3f4b5c6d",
        at: {
          tableId: table.id,
          cell: { recordId: record.id, fieldId: table.primaryFieldId },
        },
      },
    }),
    run: ({ actor, params, body }) => reportPresence(actor, params, body),
  }),
] as const;
