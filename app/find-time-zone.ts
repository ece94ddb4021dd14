import { cookies } from "next/headers";
import { zoneCookie } from "@/components/table-page/last-used-cookies";
import { isTimeZone } from "@/lib/field-types/zone";

/** The time zone of the browser when it last showed a table; UTC if it never has. */
export async function findTimeZone(): Promise<string> {
  const zone = (await cookies()).get(zoneCookie)?.value;
  return zone !== undefined && isTimeZone(zone) ? zone : "UTC";
}
