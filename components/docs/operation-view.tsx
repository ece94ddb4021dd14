"use client";

import { Link as LinkIcon } from "lucide-react";
import { type ComponentProps, Fragment, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Parameter } from "@/lib/api/openapi/types";
import { AnswerList } from "./answer-list";
import { type Call, callOf } from "./call";
import { CallForm } from "./call-form";
import { CodeSamples } from "./code-samples";
import { type Entry, typeOf } from "./document";
import { Inline, MarkdownText } from "./markdown-text";
import { MethodBadge } from "./method-badge";
import type { Place } from "./place";
import { SchemaView } from "./schema-view";

interface OperationViewProps {
  entry: Entry;
  /** This operation with the types of the picked table. */
  own: Entry | undefined;
  place: Place;
  server: string;
}

/** An operation: its parameters, body and responses, code samples, and a form that sends it. */
export function OperationView({ entry, own, place, server }: OperationViewProps) {
  const { operationId, summary, description, parameters = [], security = [] } = entry.operation;
  const { operation, document } = own ?? entry;
  const [isTrying, setTrying] = useState(false);
  const json = operation.requestBody?.content["application/json"];
  const scopes = security[0]?.key;
  return (
    <section
      aria-labelledby={operationId}
      className="grid min-w-0 gap-x-8 gap-y-4 border-border border-t py-8 xl:grid-cols-2"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <header className="flex min-w-0 flex-col gap-2">
          <h3 id={operationId} className="group scroll-mt-16 font-semibold text-base">
            {summary}{" "}
            <a
              href={`#${operationId}`}
              aria-label={`Link to ${operationId}`}
              className="inline-flex rounded align-middle text-muted opacity-0 focus-visible:opacity-100 group-hover:opacity-100"
            >
              <LinkIcon aria-hidden className="size-3.5" />
            </a>
          </h3>
          <p className="flex min-w-0 flex-wrap items-center gap-2">
            <MethodBadge method={entry.method} />
            <code className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">
              <Address path={entry.path} />
            </code>
          </p>
          <p className="text-muted text-xs">
            {operationId} · {needOf(scopes)}
          </p>
        </header>
        {description !== undefined && <MarkdownText text={description} within={operationId} />}
        <ParameterList parameters={parameters} />
        {operation.requestBody && (
          <Part title={operation.requestBody.required ? "Body" : "Body (optional)"}>
            {json ? (
              <SchemaView schema={json.schema} document={document} />
            ) : (
              <p>{Object.keys(operation.requestBody.content).join(" or ")}</p>
            )}
          </Part>
        )}
        <Part title="Responses">
          <AnswerList responses={operation.responses} document={document} />
        </Part>
      </div>
      <div className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-16 xl:self-start">
        <Trial
          // Resets the form when another database or table is picked.
          key={JSON.stringify([place, own !== undefined])}
          first={() => callOf(own ?? entry, place)}
          context={{ server, needsKey: scopes !== undefined }}
          takesFile={operation.requestBody !== undefined && !json}
          isTrying={isTrying}
          onTry={() => setTrying(true)}
        />
      </div>
    </section>
  );
}

/** A path that can wrap after each slash. */
function Address({ path }: { path: string }) {
  return path.split(/(?<=\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a path never changes
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

interface TrialProps {
  /** Makes the initial call. */
  first: () => Call;
  context: ComponentProps<typeof CodeSamples>["context"];
  takesFile: boolean;
  isTrying: boolean;
  onTry: () => void;
}

/** Code samples of a call, and the form that edits and sends it. */
function Trial({ first, context, takesFile, isTrying, onTry }: TrialProps) {
  const [call, setCall] = useState(first);
  return (
    <>
      <CodeSamples call={call} context={context} />
      {isTrying ? (
        <CallForm call={call} takesFile={takesFile} onChange={setCall} />
      ) : (
        <Button className="self-start" onClick={onTry}>
          Try it
        </Button>
      )}
    </>
  );
}

function ParameterList({ parameters }: { parameters: readonly Parameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <Part title="Parameters">
      <ul className="flex flex-col">
        {parameters.map((parameter) => (
          <li key={parameter.name} className="py-1">
            <div className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium font-mono text-xs">{parameter.name}</span>
              <span className="text-muted text-xs">
                {typeIn(parameter)}, in the {parameter.in}
              </span>
              {parameter.required && <span className="text-danger text-xs">required</span>}
            </div>
            {parameter.description !== undefined && (
              <p className="max-w-[68ch] text-muted">
                <Inline text={parameter.description} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function typeIn({ schema, content }: Parameter): string {
  const json = content?.["application/json"]?.schema;
  return json ? `${typeOf(json)} as JSON` : typeOf(schema ?? {});
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h4 className="font-semibold text-dense">{title}</h4>
      {children}
    </div>
  );
}

function needOf(scopes: readonly string[] | undefined): string {
  if (scopes === undefined) return "no key needed";
  const [scope] = scopes;
  return scope === undefined ? "any key" : `key with the scope ${scope}`;
}
