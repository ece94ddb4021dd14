import { cookies } from "next/headers";
import { lastTableCookie, lastViewCookie } from "@/components/table-page/last-used-cookies";

/** The id of the table last opened in this browser. The cookie's path limits it to the database. */
export function lastTableId(): Promise<string | undefined> {
  return readCookie(lastTableCookie);
}

/** The id of the view last opened in this browser. The cookie's path limits it to the table. */
export function lastViewId(): Promise<string | undefined> {
  return readCookie(lastViewCookie);
}

async function readCookie(name: string): Promise<string | undefined> {
  return (await cookies()).get(name)?.value;
}
