"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { OpenApi, OperationObject, ResponseObject } from "@/lib/api/openapi/types";
import { CodeBlock } from "./code-block";
import { resolveResponse } from "./document";
import { MarkdownText } from "./markdown-text";
import { SchemaView } from "./schema-view";

interface AnswerListProps {
  responses: OperationObject["responses"];
  document: OpenApi;
}

/** The responses of an operation by status. Each expands to its headers, body and an example. */
export function AnswerList({ responses, document }: AnswerListProps) {
  return (
    <ul className="flex flex-col">
      {Object.entries(responses).map(([status, response]) => (
        <AnswerRow
          key={status}
          status={status}
          response={resolveResponse(document, response)}
          document={document}
        />
      ))}
    </ul>
  );
}

interface AnswerRowProps {
  status: string;
  response: ResponseObject;
  document: OpenApi;
}

function AnswerRow({ status, response, document }: AnswerRowProps) {
  const [isOpen, setOpen] = useState(false);
  const [firstLine = ""] = response.description.split("\n");
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="-ml-1 flex w-full min-w-0 items-baseline gap-2 rounded px-1 py-1 text-left hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={`size-3 shrink-0 self-center text-muted transition-transform ${isOpen ? "rotate-90" : ""}`}
        />
        <span className={`font-medium tabular-nums ${Number(status) < 400 ? "text-accent" : "text-danger"}`}>
          {status}
        </span>
        <span className="truncate text-muted">{isOpen ? "" : firstLine.replaceAll("`", "")}</span>
      </button>
      {isOpen && <AnswerDetails response={response} document={document} />}
    </li>
  );
}

function AnswerDetails({ response, document }: Omit<AnswerRowProps, "status">) {
  const { description, headers = {}, content = {} } = response;
  const media = content["application/json"];
  const example = media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
  return (
    <div className="flex min-w-0 flex-col gap-2 pb-3 pl-4">
      <MarkdownText text={description} />
      <p className="text-muted text-xs">Headers: {Object.keys(headers).join(", ")}</p>
      {media && <SchemaView schema={media.schema} document={document} />}
      {example !== undefined && (
        <CodeBlock text={JSON.stringify(example, null, 2)} label="example" heading="Example" />
      )}
    </div>
  );
}
