import type { InProcess } from "./in-process";

// biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of bodies by comparing them
export type Body = any;

/** Calls that tests of tables make before what they test. Each throws unless it succeeds. */
export function tableCalls(server: () => InProcess) {
  async function good(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await server().call(method, path, body);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  return {
    good,
    /** Makes a database and gives the path of its tables. */
    async makeBase(...tables: object[]): Promise<string> {
      const { id } = await good("POST", "/bases", { name: "Test", tables });
      return `/bases/${id}/tables`;
    },
    /** Adds records and gives their ids. */
    async add(table: string, ...records: object[]): Promise<string[]> {
      const made = await good("POST", `${table}/records/bulk`, { records });
      return made.records.map(({ id }: Body) => id);
    },
    make(table: string, name: string, type: string, template: object): Promise<Body> {
      return good("POST", `${table}/fields`, { name, type, template });
    },
    formula(table: string, name: string, formula: string, template: object = {}): Promise<Body> {
      return good("POST", `${table}/fields`, { name, type: "formula", template: { formula, ...template } });
    },
    /** Values of a field in all records; the code of an error in place of a value. */
    async values(table: string, name: string, request: object = {}): Promise<unknown[]> {
      const { id } = await good("GET", `${table}/fields/${encodeURIComponent(name)}`);
      const { records } = await good("POST", `${table}/records/list`, request);
      return records.map(({ data, errors }: Body) => errors?.[id] ?? data[id]);
    },
  };
}
