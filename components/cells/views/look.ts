/** Text on one line, or in high rows on as many as there is room for. */
export const clampLook =
  "overflow-clip text-ellipsis whitespace-nowrap in-data-tall:line-clamp-(--row-lines) in-data-tall:whitespace-pre-line in-data-tall:[overflow-wrap:anywhere]";
