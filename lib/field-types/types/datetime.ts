import { moments } from "../datetime";
import { defineFieldType } from "../field-type";

export const datetime = defineFieldType({
  type: "datetime",
  label: "Date and time",
  description: "A date and time, stored in UTC and shown in the field's time zone or the viewer's.",
  canBePrimary: true,
  ...moments,
  look: { align: "start", editor: "datetime" },
  examples: [
    { input: "2026-01-31T09:30:00.000Z", text: "2026-01-31T09:30:00.000Z" },
    { input: "2026-01-31T09:30", value: "2026-01-31T09:30:00.000Z", text: "2026-01-31T09:30:00.000Z" },
    {
      input: "2026-01-31T09:30:00.1234+05:30",
      value: "2026-01-31T04:00:00.123Z",
      text: "2026-01-31T04:00:00.123Z",
    },
    {
      template: { timezone: "America/New_York" },
      input: "2026-07-04T12:00:00Z",
      value: "2026-07-04T12:00:00.000Z",
      text: "2026-07-04T08:00:00.000-04:00",
    },
    { input: "0001-01-01T00:00:00.000Z", text: "0001-01-01T00:00:00.000Z" },
    {
      template: { timezone: "Asia/Tokyo" },
      input: "9999-12-31T23:59:59.999Z",
      text: "9999-12-31T23:59:59.999Z",
    },
  ],
  counterexamples: [
    { input: "" },
    { input: "2026-01-31" },
    { input: "2026-02-29T00:00:00Z" },
    { input: "2026-01-31T24:00:00Z" },
    { input: "2026-01-31T09:30:60Z" },
    { input: "2026-01-31T09:30:00+24:00" },
    { input: "0001-01-01T00:00:00+01:00" },
    { input: "01/31/2026 9:30 AM" },
    { input: 1769851800000 },
    { input: [] },
  ],
});
