/** The cookie of the browser's time zone, by which the server reads filters such as "is today". */
export const zoneCookie = "time-zone";
