import { authorType } from "../people-cells";

export const updatedBy = authorType({
  type: "updated_by",
  label: "Updated by",
  description: "The person who last changed the record.",
  column: "updatedById",
});
