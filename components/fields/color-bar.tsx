/** The colour of a record at the edge of its row or card, which has the style `rowColorStyle`. */
export function ColorBar({ color }: { readonly color: string }) {
  return (
    <span aria-hidden data-row-color={color} className="absolute inset-y-0 start-0 w-1 bg-(--row-color)" />
  );
}
