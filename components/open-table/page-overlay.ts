/** The overlays of a table's page, with or without a grid. */
export type PageOverlay = { readonly is: "commands" } | { readonly is: "keys" };
