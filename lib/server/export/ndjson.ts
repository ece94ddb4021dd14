import { objectWriter } from "./json-object";
import type { SheetFormat } from "./sheet";

/** A line per record, with what identifies it. */
export const ndjson: SheetFormat = {
  isCompressible: true,
  properties: ["createdAt", "updatedAt"],
  write({ columns }) {
    const write = objectWriter(columns);
    return {
      head: "",
      rows: (rows) =>
        rows
          .map((row) => {
            const [createdAt, updatedAt] = row.properties;
            const identity = JSON.stringify({ id: row.id, createdAt, updatedAt });
            return `${identity.slice(0, -1)},"fields":${write(row)}}\n`;
          })
          .join(""),
      foot: "",
    };
  },
};
