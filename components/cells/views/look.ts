/** Text on one line, or in tall rows on as many lines as fit. */
export const clampLook =
  "overflow-clip text-ellipsis whitespace-nowrap in-data-tall:line-clamp-(--row-lines) in-data-tall:whitespace-pre-line in-data-tall:[overflow-wrap:anywhere]";
