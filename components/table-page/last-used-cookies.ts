/** Set with the path of its database, so that only requests for its pages carry it. */
export const lastTableCookie = "last-table";
/** Set with the path of its table. */
export const lastViewCookie = "last-view";
/** The browser's time zone, by which the server reads filters such as "is today". */
export const zoneCookie = "time-zone";
