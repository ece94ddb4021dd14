/** Characters to escape; most texts have none. */
const special = /[&<>"\ufffe\uffff]|(?![\t\n])\p{Cc}|_x[\da-fA-F]{4}_/u;
const everySpecial = /[&<>"\ufffe\uffff]|(?![\t\n])\p{Cc}|_(?=x[\da-fA-F]{4}_)/gu;

const entities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/**
 * Escapes a text for the XML of a workbook, where `_xHHHH_` stands for a character that XML cannot hold or would
 * change: ECMA-376, part 1, 22.9.2.19.
 */
export function xmlText(text: string): string {
  if (!special.test(text)) return text;
  return text.replace(everySpecial, (found) => entities[found] ?? `_x${hex(found)}_`);
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
}
