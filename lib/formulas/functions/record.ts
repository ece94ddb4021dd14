import type { FunctionEntry } from "./entry";

/** Values that every record has, from the scope of the compiler. */
export const record: readonly FunctionEntry[] = [
  {
    name: "RECORD_ID",
    group: "record",
    params: [],
    result: "text",
    isNeverBlank: true,
    sql: ({ record: { id } }) => id,
    sentence: "Gives the id of the record.",
    examples: [[`RECORD_ID()`, "019a9e5c-0000-7000-8000-000000000001"]],
  },
  {
    name: "CREATED_TIME",
    group: "record",
    params: [],
    result: "datetime",
    isNeverBlank: true,
    sql: ({ record: { createdTime } }) => createdTime,
    sentence: "Gives the time at which the record was created.",
    examples: [[`CREATED_TIME()`, "2026-01-05T08:00:00.000Z"]],
  },
  {
    name: "LAST_MODIFIED_TIME",
    group: "record",
    params: [],
    result: "datetime",
    isNeverBlank: true,
    sql: ({ record: { lastModifiedTime } }) => lastModifiedTime,
    sentence: "Gives the time at which the record was last changed.",
    examples: [[`LAST_MODIFIED_TIME()`, "2026-02-10T16:30:00.000Z"]],
  },
  {
    name: "AUTONUMBER",
    group: "record",
    params: [],
    result: "number",
    isNeverBlank: true,
    wholeDigits: 15,
    sql: ({ record: { autonumber } }) => autonumber,
    sentence: "Gives the number of the record, counted by creation.",
    examples: [[`AUTONUMBER()`, 7]],
  },
];
