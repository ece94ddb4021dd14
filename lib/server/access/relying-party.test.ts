import { expect, test } from "vitest";
import { relyingPartyOf } from "./relying-party";

test.each([
  ["http://localhost:3000", "localhost"],
  ["http://app.localhost:3000", "app.localhost"],
  ["https://tables.example.com", "tables.example.com"],
  ["https://tables.example.com:8443", "tables.example.com"],
  ["http://tables.example.com", null],
  ["http://notlocalhost", null],
  ["http://127.0.0.1:3000", null],
  ["https://192.0.2.1", null],
  ["https://[2001:db8::1]", null],
])("the relying party of %s is %s", (origin, id) => {
  expect(relyingPartyOf(origin)).toEqual(id === null ? null : { id, origin });
});
