"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { JsonSchema, OpenApi } from "@/lib/api/openapi/types";
import { resolve, typeOf } from "./document";
import { Inline } from "./markdown-text";

interface SchemaViewProps {
  schema: JsonSchema;
  document: OpenApi;
}

/** The schema of a body: a row for each key, expandable if it has inner keys. */
export function SchemaView({ schema, document }: SchemaViewProps) {
  const resolved = resolve(document, schema);
  const within = innerOf(schema, document);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-muted">
        <code className="font-mono text-xs">{typeOf(schema)}</code>
        {resolved.description !== undefined && (
          <>
            {" · "}
            <Inline text={resolved.description} />
          </>
        )}
      </p>
      {within && <Inside schema={within} document={document} />}
    </div>
  );
}

/** The keys of an object, or the alternatives of a value. */
function Inside({ schema, document }: SchemaViewProps) {
  const { properties = {}, required = [], oneOf, anyOf } = schema;
  const choices = (oneOf ?? anyOf ?? []).filter((each) => each.type !== "null");
  return (
    <ul className="flex min-w-0 flex-col border-border border-l pl-3">
      {Object.entries(properties).map(([name, property]) => (
        <Row
          key={name}
          name={name}
          isRequired={required.includes(name)}
          schema={property}
          document={document}
        />
      ))}
      {choices.map((choice, index) => (
        <Row
          key={titleOf(choice, index)}
          name={titleOf(choice, index)}
          isChoice
          schema={choice}
          document={document}
        />
      ))}
    </ul>
  );
}

interface RowProps extends SchemaViewProps {
  name: string;
  isRequired?: boolean;
  isChoice?: boolean;
}

function Row({ name, isRequired = false, isChoice = false, schema, document }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const resolved = resolve(document, schema);
  const within = innerOf(schema, document);
  const head = (
    <>
      <span className={isChoice ? "font-medium" : "font-mono font-medium text-xs"}>{name}</span>
      <span className="text-muted text-xs [overflow-wrap:anywhere]">
        {isChoice && within ? "" : typeOf(schema)}
      </span>
      {isRequired && <span className="text-danger text-xs">required</span>}
    </>
  );
  return (
    <li className="min-w-0 py-1">
      {within ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="-ml-1 flex max-w-full flex-wrap items-baseline gap-x-2 rounded px-1 text-left hover:bg-hover"
        >
          <ChevronRight
            aria-hidden
            className={`size-3 shrink-0 self-center text-muted transition-transform ${isOpen ? "rotate-90" : ""}`}
          />
          {head}
        </button>
      ) : (
        <div className="flex flex-wrap items-baseline gap-x-2">{head}</div>
      )}
      <Notes schema={resolved} />
      {within && isOpen && <Inside schema={within} document={document} />}
    </li>
  );
}

function Notes({ schema }: { schema: JsonSchema }) {
  const rules = rulesOf(schema);
  if (schema.description === undefined && rules === "") return null;
  return (
    <p className="max-w-[68ch] text-muted [overflow-wrap:anywhere]">
      {schema.description !== undefined && <Inline text={schema.description} />} {rules}
    </p>
  );
}

/** Describes a value's constraints, those of a nullable value too. */
function rulesOf(schema: JsonSchema): string {
  const choices = (schema.anyOf ?? []).filter((each) => each.type !== "null");
  const {
    enum: values,
    minimum,
    maximum,
    maxLength,
    minItems,
    maxItems,
  } = choices.length === 1 ? { ...schema, ...choices[0] } : schema;
  return [
    values && `One of ${values.map((each) => JSON.stringify(each)).join(", ")}.`,
    schema.default !== undefined && `Default ${JSON.stringify(schema.default)}.`,
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}.`,
    minimum !== undefined && maximum === undefined && `${minimum} or more.`,
    maxLength !== undefined && `At most ${maxLength.toLocaleString("en")} characters.`,
    minItems !== undefined &&
      maxItems !== undefined &&
      `${minItems} to ${maxItems.toLocaleString("en")} items.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The schema to expand: an object, the items of a list, or the alternatives of a value. */
function innerOf(schema: JsonSchema, document: OpenApi): JsonSchema | undefined {
  const resolved = resolve(document, schema);
  if (resolved.type === "array" && typeof resolved.items === "object")
    return innerOf(resolved.items, document);
  if (Object.keys(resolved.properties ?? {}).length > 0) return resolved;
  const choices = (resolved.anyOf ?? resolved.oneOf ?? []).filter((each) => each.type !== "null");
  const inner = choices.map((choice) => innerOf(choice, document));
  if (choices.length === 1) return inner[0];
  return inner.some(Boolean) ? resolved : undefined;
}

function titleOf(choice: JsonSchema, index: number): string {
  return choice.title ?? (choice.$ref ? typeOf(choice) : `choice ${index + 1}`);
}
