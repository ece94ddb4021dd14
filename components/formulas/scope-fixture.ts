import { sampleFields } from "@/lib/formulas";
import type { FormulaField, FormulaScope } from "./formula-field";

/** The fields of the reference's examples, and a link field, for tests. */
export const sampleScope: FormulaScope = {
  fields: [
    ...sampleFields.map(
      ({ id, name, ...checked }): FormulaField => ({ id, name, fieldType: "number", checked }),
    ),
    {
      id: "fCompanyXXX",
      name: "Company",
      fieldType: "linked_record",
      checked: { type: "text[]" },
      linked: () => ({
        fields: [
          { id: "fRevenueXXX", name: "Revenue", fieldType: "number", checked: { type: "number" } },
          { id: "fCityXXXXXX", name: "Home City", fieldType: "lookup" },
        ],
      }),
    },
    { id: "fBracesXXXX", name: "A}b", fieldType: "lookup" },
  ],
};
