/** A form with questions of every type, and whoever fills it in, for tests of forms. */
import { hash, randomUUID } from "node:crypto";
import { type Challenge, type Proof, proofOfWork } from "../../lib/contract/forms";
import type { Share } from "../../lib/contract/shares";
import type { ConfigOf, View, ViewConfigUpdate } from "../../lib/contract/views";
import type { Answer, ApiClient } from "../api-client";
import { expect } from "../fixtures";
import { visitorOf } from "./people-server";

/** A form's link. */
export interface FormLink {
  readonly share: Share;
  /** The path of its operations. */
  readonly at: string;
}

export class AForm {
  private constructor(
    readonly owner: ApiClient,
    readonly databaseId: string,
    /** The path of the table that the form is of. */
    readonly table: string,
    /** Ids of its fields, and those of "Companies", by name. */
    readonly ids: { readonly [name: string]: string },
    /** Ids of the records of "Companies" by name. */
    readonly companies: { readonly [name: string]: string },
    /** The view of "Companies" that shows those whose names begin with A. */
    readonly offered: string,
    readonly view: View & { config: ConfigOf<"form"> },
  ) {}

  get place(): string {
    return `/bases/${this.databaseId}`;
  }

  /** Makes a database with a form whose only question is "Name". */
  static async make(owner: ApiClient): Promise<AForm> {
    const good = async (path: string, body: object) => {
      const answer = await owner.post(path, body);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body;
    };
    const base = await good("/bases", { name: "Secret base", tables });
    const [companies, orders] = base.tables;
    const place = `/bases/${base.id}/tables`;
    const table = `${place}/${orders.id}`;
    const company = await good(`${table}/fields`, {
      name: "Company",
      type: "linked_record",
      template: { tableId: companies.id },
    });
    const total = await good(`${table}/fields`, {
      name: "Secret total",
      type: "formula",
      template: { formula: "{Amount} * 2" },
    });
    const { records } = await good(`${place}/${companies.id}/records/bulk`, {
      records: ["Acme", "Ajax", "Secret Corp"].map((Name) => ({ Name, "Secret note": `${Name} knows` })),
    });
    const offered = await good(`${place}/${companies.id}/views`, {
      name: "Secret offer",
      config: { filter: { field: "Name", starts_with: "A" } },
    });
    const ids = Object.fromEntries(
      [
        ...orders.fields,
        ...companies.fields.map((each: View) => ({ ...each, name: `Companies ${each.name}` })),
      ]
        .concat(company, total)
        .map(({ id, name }: View) => [name, id]),
    );
    const view = await good(`${table}/views`, {
      name: "Order",
      type: "form",
      config: { fields: [{ fieldId: "Name" }] },
    });
    const byName = Object.fromEntries(
      records.map(({ id, fields }: { id: string; fields: { Name: string } }) => [fields.Name, id]),
    );
    return new AForm(owner, base.id, table, ids, byName, offered.id, view);
  }

  /** Changes settings of the form. */
  async set(config: ViewConfigUpdate): Promise<void> {
    const { status, body } = await this.write(config);
    expect(status, JSON.stringify(body)).toBe(200);
  }

  write(config: unknown): Promise<Answer<View>> {
    return this.owner.patch(`${this.table}/views/${this.view.id}`, { config });
  }

  /** Asks for these fields alone; each is a name or a field of a form. */
  ask(...fields: readonly (string | object)[]): Promise<void> {
    const written = fields.map((each) => (typeof each === "string" ? { fieldId: each } : each));
    return this.set({ fields: written as ViewConfigUpdate["fields"] });
  }

  /** Shares the form, or another view. */
  async share(given: object = {}, by = this.owner): Promise<FormLink> {
    const { status, body } = await by.post<Share>(`${this.place}/shares`, { viewId: this.view.id, ...given });
    expect(status, JSON.stringify(body)).toBe(201);
    return { share: body, at: `/forms/${body.url?.split("/").at(-1)}` };
  }

  /** The records of the table in the order of their creation, by field name. */
  async records(): Promise<{ id: string; fields: { [name: string]: unknown } }[]> {
    return (await this.owner.post(`${this.table}/records/list`, { limit: 2_000 })).body.records;
  }

  /** Somebody with nothing but a link. */
  visitor(): ApiClient {
    return visitorOf(this.owner);
  }
}

/** Solves a challenge of a form. */
export async function proofFor(visitor: ApiClient, at: string, headers = {}): Promise<Proof> {
  const { status, body } = await visitor.call(`${at}/challenge`, { headers });
  expect(status, JSON.stringify(body)).toBe(200);
  return { challenge: body, solution: solved(body) };
}

/** Finds the counter whose key has the prefix of the challenge. */
function solved({ parameters }: Challenge): Proof["solution"] {
  const [salt, nonce] = [parameters.salt, parameters.nonce].map((hex) => Buffer.from(String(hex), "hex"));
  const input = Buffer.concat([salt ?? "", nonce ?? "", Buffer.alloc(4)].map((part) => Buffer.from(part)));
  for (let counter = 0; counter <= proofOfWork.counters.max; counter++) {
    input.writeUInt32BE(counter, input.length - 4);
    const derivedKey = hash("sha256", input, "hex");
    if (derivedKey.startsWith(String(parameters.keyPrefix))) return { counter, derivedKey };
  }
  throw new Error("the challenge has no solution");
}

/** Submits values with a new proof, unless one is given. */
export async function submit(
  visitor: ApiClient,
  at: string,
  values: object,
  given: object = {},
): Promise<Answer<{ error?: { message: string; details?: { path: string; message: string }[] } }>> {
  const proof = "proof" in given ? {} : { proof: await proofFor(visitor, at) };
  return visitor.post(`${at}/submissions`, { id: randomUUID(), values, ...proof, ...given });
}

/** The problems of a refused submission, as `path message` lines. */
export async function problemsOf(visitor: ApiClient, at: string, values: object): Promise<string[]> {
  const { status, body } = await submit(visitor, at, values);
  expect(status, JSON.stringify(body)).toBe(400);
  return body.error?.details?.map(({ path, message }) => `${path} ${message}`) ?? [];
}

const options = { options: [{ label: "Small" }, { label: "Large" }] };

const tables = [
  {
    name: "Companies",
    fields: [
      { name: "Name", type: "single_line_text" },
      { name: "Secret note", type: "single_line_text" },
    ],
  },
  {
    name: "Secret orders",
    fields: [
      { name: "Name", type: "single_line_text" },
      { name: "Notes", type: "long_text" },
      { name: "Amount", type: "number" },
      { name: "Price", type: "currency" },
      { name: "Share", type: "percent" },
      { name: "Size", type: "single_select", template: options },
      { name: "Sizes", type: "multiple_select", template: options },
      { name: "Gift", type: "checkbox" },
      { name: "Day", type: "date" },
      { name: "At", type: "datetime" },
      { name: "Time", type: "duration" },
      { name: "Stars", type: "rating" },
      { name: "Email", type: "email" },
      { name: "Site", type: "url" },
      { name: "Phone", type: "phone_number" },
      { name: "Files", type: "attachments" },
      { name: "More files", type: "attachments" },
      { name: "Secret lead", type: "person" },
      { name: "Number", type: "autonumber" },
      { name: "Made by", type: "created_by" },
      { name: "Source", type: "source" },
    ],
  },
];
