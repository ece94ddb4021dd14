import { cookies } from "next/headers";
import { lastTableCookie, lastViewCookie } from "@/components/table-page/last-used-cookies";

/** The id of the table of a database that this browser showed last. A cookie comes only below its own address. */
export function lastTableId(): Promise<string | undefined> {
  return readCookie(lastTableCookie);
}

/** The id of the view of a table that this browser showed last. */
export function lastViewId(): Promise<string | undefined> {
  return readCookie(lastViewCookie);
}

async function readCookie(name: string): Promise<string | undefined> {
  return (await cookies()).get(name)?.value;
}
