/** The changes that webhooks report, each with its title on the page. */
export const webhookEvents = {
  "record.created": "Record created",
  "record.updated": "Record updated",
  "record.deleted": "Record deleted",
  "table.created": "Table created",
  "table.updated": "Table changed",
  "table.deleted": "Table deleted",
  "field.created": "Field created",
  "field.updated": "Field changed",
  "field.deleted": "Field deleted",
  "view.created": "View created",
  "view.updated": "View changed",
  "view.deleted": "View deleted",
  "database.updated": "Database changed",
} as const;

export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[];

/** The type of the event that `POST …/test` sends. */
export const ping = "ping";
