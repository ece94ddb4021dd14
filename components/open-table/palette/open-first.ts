/** A list with the open one moved to its front. */
export function openFirst<Listed extends { readonly id: string }>(
  listed: readonly Listed[],
  openId: string | null | undefined,
): readonly Listed[] {
  return listed.toSorted((one, other) => Number(other.id === openId) - Number(one.id === openId));
}
