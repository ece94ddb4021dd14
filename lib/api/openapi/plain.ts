import { mapped } from "./references";

/** Removes keywords of zod's output that are redundant or invalid within a document. */
export function plain<Piece>(piece: Piece): Piece {
  return mapped(piece, (key, part, { format }) => {
    const isNoise =
      (typeof part === "string" &&
        (key === "$schema" || key === "$id" || (key === "pattern" && format !== undefined))) ||
      (typeof part === "number" &&
        (key === "minimum" || key === "maximum") &&
        Math.abs(part) === Number.MAX_SAFE_INTEGER) ||
      (key === "propertyNames" && JSON.stringify(part) === '{"type":"string"}');
    return isNoise ? undefined : part;
  });
}
