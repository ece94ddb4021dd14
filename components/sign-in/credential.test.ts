import { expect, test } from "vitest";
import { credentialIn } from "./credential";

test.each([
  ["#code=a-b_c", { code: "a-b_c" }],
  ["#key=sk_prod_abc", { key: "sk_prod_abc" }],
  ["", null],
  ["#", null],
  ["#code=", null],
  ["#section", null],
])("%s", (fragment, credential) => {
  expect(credentialIn(fragment)).toEqual(credential);
});
