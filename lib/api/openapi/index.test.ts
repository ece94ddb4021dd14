import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { ruleOf } from "../../contract/actions";
import type { Base } from "../../contract/bases";
import { errorStatus } from "../../contract/errors";
import type { Field } from "../../contract/fields";
import { fieldTypes } from "../../field-types";
import { withoutPeople } from "../../field-types/people";
import { exampleWorld } from "../example";
import { everyOperation } from "../operations";
import { createDocuments } from ".";
import { refsIn } from "./references";
import { sample, withExample } from "./sample";
import type { JsonSchema, OpenApi, OperationObject } from "./types";

process.env.DATABASE_URL ??= "postgresql://nobody@127.0.0.1:1/none";

const documents = createDocuments(everyOperation);
const world = exampleWorld("http://localhost:3000");
const ofApi = await documents.ofApi();

const everyType: Field[] = [...fieldTypes.values()].map(({ type, template, examples }, order) => ({
  id: `f${"123456789ABCDEFGHJKLMNPQRSTUVW".charAt(order).repeat(10)}`,
  name: `A ${type}`,
  type,
  template: withoutPeople(template.parse(examples[0]?.template ?? {}) as object) as Field["template"],
  order,
}));

const [deals] = world.base.tables;
if (!deals) throw new Error("the example has a table");
const awkward: Base = {
  ...world.base,
  tables: [
    { ...deals, fields: everyType, id: "t1111111111" },
    { ...deals, name: "deals!", id: "t2222222222" },
    { ...deals, name: "Deals", id: "t3333333333" },
    { ...deals, name: "🎉 / %20", id: "t4444444444" },
    { ...deals, name: "2026: naïve", id: "t5555555555", fields: deals.fields.map(oddlyNamed) },
  ],
};
const ofDatabase = await documents.ofDatabase(awkward);

describe.each([
  ["the API", ofApi],
  ["a database", ofDatabase],
  ["a database without tables", await documents.ofDatabase({ ...world.base, tables: [] })],
])("the document of %s", (_, document) => {
  test("is valid according to an independent validator", async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test("refers only to existing components, and to all of them", () => {
    const names = Object.keys(document.components.schemas);
    expect(new Set(refsIn(document))).toEqual(new Set(names));
    for (const name of names) expect(name).toMatch(/^[A-Za-z][\w.-]*$/);
  });

  test("gives each operation a unique id, a summary and a tag", () => {
    const operations = operationsIn(document);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { summary, tags: own } of operations) {
      expect(summary).toMatch(/^[A-Z]/);
      expect(tags).toEqual(expect.arrayContaining([...own]));
    }
    expect(new Set(operations.flatMap((each) => each.tags))).toEqual(new Set(tags));
  });

  test("has examples that match their schemas", () => {
    const ajv = ajvFor(document);
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        for (const { schema, example } of examplesIn(operation)) {
          const validate = ajv.compile(fromOutside(schema));
          expect(validate(example), `${method} ${path}: ${JSON.stringify(validate.errors)}`).toBe(true);
        }
      }
    }
  });
});

test("the document of the API has every operation with its scope", () => {
  for (const { id, method, path, action, status, answer } of everyOperation) {
    const operation = ofApi.paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(id);
    const scopes = action === null ? [] : ruleOf(action).scopes;
    const needed = action !== null && scopes.length === 0 ? [[]] : scopes.map((each) => [each]);
    expect(operation?.security).toEqual(needed.flatMap((each) => [{ key: each }, { session: each }]));
    expect(operation?.responses).toHaveProperty(String(status ?? (answer ? 200 : 204)));
  }
});

test("tables whose type names collide keep their own fields", async () => {
  const names = ["X", "X Listed", "Listed", "XListedRecord", "X written"];
  const tables = names.map((name, index) => ({
    ...deals,
    id: `t${index + 1}`.repeat(5),
    name,
    fields: deals.fields.map((field) => ({ ...field, name: `${name}: ${field.name}` })),
  }));
  for (const order of [tables, tables.toReversed()]) {
    const { paths, components } = await documents.ofDatabase({ ...world.base, tables: order });
    for (const { id, fields } of order) {
      const path = paths[`/bases/${world.base.id}/tables/${id}/records/{recordId}`];
      const answer = path?.get?.responses[200];
      const [name = ""] = refsIn(answer && "content" in answer ? answer.content : {});
      const { properties } = components.schemas[name]?.properties?.fields ?? {};
      expect(Object.keys(properties ?? {})).toEqual(fields.map((field) => field.name));
    }
  }
});

test("an operation with If-None-Match documents a 304 with an ETag and no body", () => {
  const unchanged = operationsIn(ofApi).filter(({ responses }) => responses[304]);
  expect(unchanged.map(({ operationId }) => operationId).sort()).toEqual([
    "getAttachment",
    "getDatabaseOpenApi",
    "getFormPicture",
    "getOpenApi",
    "getPicture",
    "getRecord",
    "getSharedAttachment",
    "getSharedFeed",
  ]);
  for (const { responses } of unchanged) {
    expect(responses[304]).toHaveProperty("headers.ETag");
    expect(responses[304]).not.toHaveProperty("content");
  }
});

test("an operation documents a 422 if it takes an Idempotency-Key, and only then", () => {
  for (const { operationId, parameters = [], responses } of operationsIn(ofApi)) {
    const takesKey = parameters.some((each) => "name" in each && each.name === "Idempotency-Key");
    expect([operationId, "422" in responses]).toEqual([operationId, takesKey]);
  }
});

test("every path parameter is described", () => {
  for (const { parameters = [] } of operationsIn(ofApi)) {
    for (const { in: where, description } of parameters)
      if (where === "path") expect(description).toBeTruthy();
  }
});

test("each error status has a response", () => {
  const described = Object.values(ofApi.components.responses).map(({ description }) => description);
  for (const code of Object.keys(errorStatus)) expect(described.join()).toContain(`\`${code}\``);
});

test("the document is deterministic", async () => {
  expect(JSON.stringify(await createDocuments(everyOperation).ofApi())).toBe(JSON.stringify(ofApi));
  expect(JSON.stringify(await documents.ofDatabase(awkward))).toBe(JSON.stringify(ofDatabase));
});

test("every field type is in the description of fields and in the schema of a field", () => {
  const text = ofApi.tags.find(({ name }) => name === "Fields")?.description;
  const types = ofApi.components.schemas.Field?.oneOf?.map(({ title }) => title);
  for (const type of fieldTypes.keys()) expect(text).toContain(`| \`${type}\` |`);
  expect(types).toEqual([...fieldTypes.keys()]);
});

describe("the schemas of a database's fields", () => {
  test("match its values", () => {
    const ajv = ajvFor(ofDatabase);
    const validate = ajv.compile({ $ref: "api#/components/schemas/DealsWrittenValues" });
    for (const { name, type, template } of everyType) {
      const { examples, isComputed } = fieldTypes.get(type) ?? { examples: [] };
      const [example] = examples;
      if (JSON.stringify(example?.template ?? {}) !== "{}" && !template) continue;
      expect(validate({ [name]: example?.input }), `${type}: ${JSON.stringify(validate.errors)}`).toBe(
        !isComputed,
      );
      expect(validate({ [name]: null })).toBe(!isComputed);
    }
    expect(validate({ "A checkbox": "true" })).toBe(false);
    expect(validate({ Unknown: 1 })).toBe(false);
    expect(validate({ f9999999999: 1 })).toBe(true);
  });

  test("have names that are valid identifiers", () => {
    const names = Object.keys(ofDatabase.components.schemas).filter((name) => name.endsWith("RecordPage"));
    expect(names).toEqual([
      "DealsRecordPage",
      "Deals_t2222222222RecordPage",
      "Deals_t3333333333RecordPage",
      "Table20RecordPage",
      "Table2026NaiveRecordPage",
    ]);
  });
});

test("a sample is the smallest value that is not empty", () => {
  expect(sample({ $ref: "#/components/schemas/A" }, { A: { const: 5 } })).toBe(5);
  expect(sample({ type: "array", items: { type: "boolean" } }, {})).toEqual([true]);
  expect(sample({ type: "object", properties: { a: { type: "null" }, b: {} }, required: ["a"] }, {})).toEqual(
    { a: null },
  );
  expect(sample({ anyOf: [{ type: "integer", minimum: 3 }, { type: "null" }] }, {})).toBe(3);
  expect(sample({}, {})).toBeUndefined();
});

test("an example with keys such as $ref is left out", () => {
  expect(withExample({}, { fields: { $ref: "Ada" } })).toEqual({});
  expect(withExample({}, { fields: { Name: "$ref" } })).toEqual({ examples: [{ fields: { Name: "$ref" } }] });
});

function operationsIn(document: OpenApi): OperationObject[] {
  return Object.values(document.paths).flatMap((item) => Object.values(item));
}

function oddlyNamed(field: Field): Field {
  const names = ["a/b ~1", "%", "toString", "recordId"];
  return { ...field, name: names[field.order] ?? field.name };
}

/** Every schema of an operation with an example. */
function examplesIn(piece: unknown): { schema: JsonSchema; example: unknown }[] {
  if (typeof piece !== "object" || piece === null) return [];
  if ("schema" in piece && "example" in piece)
    return [{ schema: piece.schema as JsonSchema, example: piece.example }];
  return Object.values(piece).flatMap(examplesIn);
}

function ajvFor(document: OpenApi): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, ownProperties: true });
  addFormats.default(ajv);
  return ajv.addSchema(document, "api");
}

/** A schema of the document, for use outside of it. */
function fromOutside(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'));
}
