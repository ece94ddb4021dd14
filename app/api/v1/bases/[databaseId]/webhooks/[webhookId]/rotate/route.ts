import { routeOf } from "@/lib/api/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  "/bases/{databaseId}/webhooks/{webhookId}/rotate",
);
