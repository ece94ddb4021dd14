import { mapped } from "./references";

/** Removes parts of zod's output that are redundant, invalid within a document, or about the server alone. */
export function plain<Piece>(piece: Piece): Piece {
  return mapped(piece, (key, part, { format }) => {
    const isNoise =
      (typeof part === "string" &&
        (key === "$schema" || key === "$id" || (key === "pattern" && format !== undefined))) ||
      (typeof part === "number" &&
        (key === "minimum" || key === "maximum") &&
        Math.abs(part) === Number.MAX_SAFE_INTEGER) ||
      (key === "propertyNames" && JSON.stringify(part) === '{"type":"string"}') ||
      isInternal(part);
    return isNoise ? undefined : part;
  });
}

function isInternal(part: unknown): boolean {
  return typeof part === "object" && part !== null && "isInternal" in part;
}
