/** What a person is told about an error: what it says, and what PostgreSQL advises. */
export function reasonOf(error: unknown): string {
  // Where a name has several addresses, the reasons are inside.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  const { hint } = first as { hint?: string };
  return hint ? `${first.message}. ${hint}` : first.message;
}
