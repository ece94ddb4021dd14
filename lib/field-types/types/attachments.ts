import * as z from "zod";
import { momentValue } from "../datetime";
import { defineFieldType } from "../field-type";
import { limits } from "../limits";
import { listToText, listUpTo } from "../list";
import { nameOf, noTemplate, quote, textUpTo } from "../text";
import { isWebAddress } from "./url";

/** An uploaded file as returned by the upload; others cannot be written. */
export const attachment = z.strictObject(
  {
    /** Name in storage. */
    filename: textUpTo(255),
    /** Name at upload. */
    originalName: textUpTo(255),
    size: z.int().min(0).describe("In bytes."),
    mimeType: textUpTo(255),
    url: textUpTo(2_000)
      .refine(isWebAddress, { error: (issue) => `takes an http address, not ${quote(issue.input)}` })
      .meta({ format: "uri" }),
    uploadedAt: momentValue,
  },
  {
    error: (issue) =>
      issue.code === "invalid_type"
        ? `takes files as returned by the upload, not ${nameOf(issue.input)}`
        : undefined,
  },
);
export type Attachment = z.infer<typeof attachment>;

const report: Attachment = {
  filename: "report.pdf",
  originalName: "Report, final.pdf",
  size: 48_213,
  mimeType: "application/pdf",
  url: "https://rowhouse.example/files/4zGq8mWd2kXr7vNpTcLs9y/report.pdf",
  uploadedAt: "2026-01-31T09:30:00.000Z",
};

export const attachments = defineFieldType({
  type: "attachments",
  label: "Attachments",
  description: "Files.",
  canBePrimary: false,
  storage: "files",
  empty: [],
  template: noTemplate,
  value: () =>
    listUpTo(
      limits.filesPerCell,
      "files",
      z.array(attachment, { error: (issue) => `takes a list of files, not ${nameOf(issue.input)}` }),
    ),
  toText: (value) => listToText(value.map((each) => each.originalName)),
  // A name does not identify a file.
  fromText: () => undefined,
  textSaysLess: true,
  display: (value) => value.map((each) => each.originalName).join(", "),
  look: { align: "start", editor: "files", cell: "files" },
  examples: [
    { input: [report], text: '"Report, final.pdf"' },
    {
      input: [
        { ...report, originalName: "a.pdf" },
        { ...report, originalName: "b.pdf" },
      ],
      text: "a.pdf, b.pdf",
    },
    { input: [], text: "" },
  ],
  counterexamples: [
    { input: report },
    { input: report.url },
    { input: [report.url] },
    { input: [{ ...report, size: -1 }] },
    { input: [{ ...report, url: "javascript:alert(1)" }] },
    { input: [{ ...report, thumbnail: "x" }] },
    { input: [{ url: report.url }] },
    { input: Array(limits.filesPerCell + 1).fill(report) },
  ],
});
