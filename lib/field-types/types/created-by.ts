import { authorType } from "../people-cells";

export const createdBy = authorType({
  type: "created_by",
  label: "Created by",
  description: "The person who created the record.",
  column: "createdById",
});
