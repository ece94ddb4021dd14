import * as z from "zod";
import { notFound } from "../contract/errors";
import {
  challenge,
  form,
  formChoices,
  formChoicesQuery,
  formFile,
  formFileQuery,
  submission,
} from "../contract/forms";
import { limits } from "../contract/limits";
import { formFieldPlace, formFilePlace, formPlace } from "../contract/places";
import { receiveFormFile } from "../server/forms/form-files";
import { getForm, listFormChoices } from "../server/forms/forms";
import { getChallenge } from "../server/forms/proofs";
import { submitForm } from "../server/forms/submissions";
import { openFileOfShare } from "../server/shares/shared-records";
import { forVisitors, visitOf } from "./for-visitors";
import { Bytes, operation } from "./operation";
import { sendFile } from "./send-file";

export const formOperations = [
  operation({
    ...forVisitors,
    id: "getForm",
    method: "GET",
    path: "/forms/{token}",
    summary: "Get a form",
    description:
      "The questions of a form, for whoever has its link. Nothing of its table can be read through the link but the fields that the form asks for.",
    params: formPlace,
    answer: form,
    run: (call) => getForm(visitOf(call)),
  }),
  operation({
    ...forVisitors,
    id: "getFormChallenge",
    method: "GET",
    path: "/forms/{token}/challenge",
    summary: "Get a challenge for a submission",
    description:
      "A proof of work that a browser does in a moment, and that keeps robots away. It can be solved with `altcha-lib` within 30 minutes, and is taken once.",
    params: formPlace,
    answer: challenge,
    run: (call) => getChallenge(visitOf(call)),
  }),
  operation({
    ...forVisitors,
    id: "submitForm",
    method: "POST",
    path: "/forms/{token}/submissions",
    summary: "Submit a form",
    description:
      "Creates a record with the values. A retry with the same `id` changes nothing and gets the same response, so nothing is lost or stored twice.",
    params: formPlace,
    body: submission,
    bodyBytes: Math.min(limits.bodyBytes, 2_000_000),
    answer: z.strictObject({}).describe("Nothing is told about the record."),
    status: 201,
    errors: ["UNAUTHORIZED", "CONFLICT", "RATE_LIMITED"],
    run: async ({ body, ...call }) => {
      await submitForm(visitOf(call), body);
      return {};
    },
    headers: (_, { params }) => ({ Location: `/api/v1/forms/${params.token}` }),
  }),
  operation({
    ...forVisitors,
    id: "uploadFormFile",
    method: "POST",
    path: "/forms/{token}/files",
    summary: "Upload a file for a submission",
    description:
      "Send the raw bytes. The `id` of the response stands for the file in the values of the submission. HTML and SVG are refused. A file that no submission takes is deleted after a day.",
    params: formPlace,
    query: formFileQuery,
    uploads: { "*/*": z.file() },
    answer: formFile,
    status: 201,
    receive: ({ query, ...call }) => receiveFormFile(visitOf(call), query, call.request),
    run: ({ received }) => received.store(),
    headers: (_, { params }) => ({ Location: `/api/v1/forms/${params.token}` }),
  }),
  operation({
    ...forVisitors,
    id: "getFormPicture",
    method: "GET",
    path: "/forms/{token}/attachments/{address}/{filename}",
    summary: "Download the picture of a form",
    description:
      "Takes the address in `cover` of the form, which works for one to two hours and needs no password.",
    params: formFilePlace,
    answer: z.instanceof(Bytes),
    requestHeaders: ["If-None-Match", "If-Range", "Range"],
    headerNames: ["ETag", "Accept-Ranges"],
    errors: ["RANGE_NOT_SATISFIABLE", "RATE_LIMITED"],
    run: async ({ params, request }) =>
      sendFile(await openFileOfShare(params, params.address, { use: "form" }), request),
  }),
  operation({
    ...forVisitors,
    id: "listFormChoices",
    method: "GET",
    path: "/forms/{token}/fields/{fieldId}/records",
    summary: "List the records that a field of a form offers",
    description: "The names of the records in the view that the form offers for this link field.",
    params: formFieldPlace,
    query: formChoicesQuery,
    answer: formChoices,
    run: async ({ params, query, ...call }) => {
      const { fieldId } = params;
      const choices = await listFormChoices(visitOf({ params, ...call }), { fieldId, ...query });
      if (!choices) throw notFound("field", params.fieldId);
      return choices;
    },
  }),
] as const;
