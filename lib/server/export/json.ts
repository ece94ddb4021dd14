import { objectWriter } from "./json-object";
import type { SheetFormat } from "./sheet";

/** An array of flat objects. */
export const json: SheetFormat = {
  isCompressible: true,
  write({ columns }) {
    const write = objectWriter(columns);
    let isFirst = true;
    return {
      head: "[",
      rows: (rows) => {
        const text = `${isFirst ? "\n" : ",\n"}${rows.map(write).join(",\n")}`;
        isFirst = false;
        return text;
      },
      foot: "\n]\n",
    };
  },
};
