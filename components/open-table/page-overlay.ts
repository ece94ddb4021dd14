/** What may stand over a table's page, whatever shows its records. */
export type PageOverlay = { readonly is: "commands" } | { readonly is: "keys" };
