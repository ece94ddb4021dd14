import { routeOf } from "@/lib/api/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  "/forms/{token}/attachments/{address}/{filename}",
);
