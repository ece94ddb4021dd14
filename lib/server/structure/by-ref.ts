/** What an id or a name means; an id wins over an equal name. */
export function byRef<Named extends { id: string; name: string }>(
  all: readonly Named[],
  ref: string,
): Named | undefined {
  return all.find(({ id }) => id === ref) ?? all.find(({ name }) => name === ref);
}
