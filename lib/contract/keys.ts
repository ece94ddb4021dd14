/** What a key may do; an operation names the one it needs. */
export const scopes = ["read", "write", "schema", "keys"] as const;
export type Scope = (typeof scopes)[number];
