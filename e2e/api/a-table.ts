import type { APIRequestContext } from "playwright/test";
import { expect } from "../fixtures";

type Json = { readonly [key: string]: unknown };

/** A table for one test, with calls on it. */
export class ATable {
  constructor(
    private readonly request: APIRequestContext,
    private readonly apiKey: string,
    readonly address: string,
  ) {}

  /** Creates a database with these tables. Calls go to the first. */
  static async make(
    request: APIRequestContext,
    apiKey: string,
    tables: readonly { name: string; fields: readonly Json[] }[],
  ): Promise<ATable> {
    const maker = new ATable(request, apiKey, "/api/v1/bases");
    const { id } = await maker.good("POST", "", { name: "Test", tables });
    return new ATable(
      request,
      apiKey,
      `/api/v1/bases/${id}/tables/${encodeURIComponent(tables[0]?.name ?? "")}`,
    );
  }

  /** Another table of the same database. */
  beside(name: string): ATable {
    const address = this.address.replace(/[^/]+$/, encodeURIComponent(name));
    return new ATable(this.request, this.apiKey, address);
  }

  async call(method: string, path: string, data?: unknown) {
    return this.request.fetch(`${this.address}${path}`, {
      method,
      data,
      headers: { Authorization: `Bearer ${this.apiKey}` },
    });
  }

  /** The response body of a call that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect bodies of any shape
  async good(method: string, path: string, data?: unknown): Promise<any> {
    const response = await this.call(method, path, data);
    expect(response.status(), await response.text()).toBeLessThan(300);
    return response.json();
  }

  /** Uploads a file of this name. Resolves to a value for an attachments cell. */
  async upload(filename: string): Promise<unknown> {
    const address = this.address.replace(/tables\/[^/]+$/, "attachments");
    const response = await this.request.post(`${address}?${new URLSearchParams({ filename })}`, {
      data: `What ${filename} says`,
      headers: { Authorization: `Bearer ${this.apiKey}`, "Content-Type": "text/plain" },
    });
    expect(response.status(), await response.text()).toBe(201);
    return response.json();
  }

  /** The error details of a call, as `path message` lines. */
  async problems(method: string, path: string, data?: unknown): Promise<string[]> {
    const response = await this.call(method, path, data);
    expect(response.status(), await response.text()).toBe(400);
    const { error } = await response.json();
    return error.details.map(
      (detail: { path: string; message: string }) => `${detail.path} ${detail.message}`,
    );
  }
}
