/** The message of an error, with PostgreSQL's hint. */
export function reasonOf(error: unknown): string {
  // For a name with several addresses, the errors are inside.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  const { hint } = first as { hint?: string };
  return hint ? `${first.message}. ${hint}` : first.message;
}
