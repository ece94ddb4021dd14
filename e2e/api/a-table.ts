import type { APIRequestContext } from "playwright/test";
import { expect } from "../fixtures";

type Json = { readonly [key: string]: unknown };

/** A table of its own for one test, and the calls on it. */
export class ATable {
  constructor(
    private readonly request: APIRequestContext,
    private readonly apiKey: string,
    readonly address: string,
  ) {}

  /** Makes a database with these tables; the calls go to the first. */
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

  /** The answer to a call that has to be right. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  async good(method: string, path: string, data?: unknown): Promise<any> {
    const response = await this.call(method, path, data);
    expect(response.status(), await response.text()).toBeLessThan(300);
    return response.json();
  }

  /** A file of this name, as a cell of attachments takes it. */
  async upload(filename: string): Promise<unknown> {
    const address = this.address.replace(/tables\/[^/]+$/, "attachments");
    const response = await this.request.post(`${address}?${new URLSearchParams({ filename })}`, {
      data: `What ${filename} says`,
      headers: { Authorization: `Bearer ${this.apiKey}`, "Content-Type": "text/plain" },
    });
    expect(response.status(), await response.text()).toBe(201);
    return response.json();
  }

  /** What is wrong with a call, as `path message` lines. */
  async problems(method: string, path: string, data?: unknown): Promise<string[]> {
    const response = await this.call(method, path, data);
    expect(response.status(), await response.text()).toBe(400);
    const { error } = await response.json();
    return error.details.map(
      (detail: { path: string; message: string }) => `${detail.path} ${detail.message}`,
    );
  }
}
