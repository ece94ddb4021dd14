import { expect, it } from "vitest";
import { pastedFile } from "./pasted-file";

it("takes tables and lists, but no single text", async () => {
  expect(pastedFile("Projects")).toBeNull();
  expect(pastedFile("Projects\r\n")).toBeNull();
  expect(pastedFile("")).toBeNull();
  expect(pastedFile("Name\tSize")?.name).toBe("Pasted table.tsv");
  expect(pastedFile("Ada\nBob")?.name).toBe("Pasted table.csv");
  expect(await pastedFile("Näme\tSize\nAda\t1")?.text()).toBe("Näme\tSize\nAda\t1");
});
