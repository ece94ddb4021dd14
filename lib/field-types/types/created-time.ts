import { moments } from "../datetime";
import { defineFieldType } from "../field-type";

export const createdTime = defineFieldType({
  type: "created_time",
  label: "Created time",
  description: "When the record was created.",
  canBePrimary: false,
  isComputed: true,
  column: "createdAt",
  ...moments,
  look: { align: "start", editor: "none" },
  examples: [
    { input: "2026-01-31T09:30:00.000Z", text: "2026-01-31T09:30:00.000Z" },
    {
      template: { timezone: "Asia/Kolkata" },
      input: "2026-01-31T09:30:00.000Z",
      text: "2026-01-31T15:00:00.000+05:30",
    },
  ],
  counterexamples: [{ input: "" }, { input: "2026-01-31" }, { input: 1769851800000 }],
});
