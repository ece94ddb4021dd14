/** Kept below the database's own address, so that it travels with requests for its pages only. */
export const lastTableCookie = "last-table";
/** Kept below the table's own address. */
export const lastViewCookie = "last-view";
