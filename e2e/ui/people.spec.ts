/** Accounts, invitations, the page of people, and sharing a database. */
import type { Locator, Page } from "playwright/test";
import type { Base } from "../../lib/contract/bases";
import type { Member, PasswordReset, Person } from "../../lib/contract/people";
import type { Role } from "../../lib/contract/roles";
import { ApiClient } from "../api-client";
import { violations } from "../axe";
import { expect, test as server } from "../fixtures";
import { signIn } from "../grid-page";
import { type Account, accept, invite, keyOf, newAccount, signInByPassword, tokenIn } from "../people";
import { main } from "../rounds";
import { choose } from "../toolbar-page";

interface Fixtures {
  /** Calls the API as the owner of the installation. */
  api: ApiClient;
  /** A database with the table "Projects" and a record, and a name that no other test uses. */
  base: Base;
  /** Creates an account with a role in the database. */
  memberAs: (role: Role) => Promise<Account>;
  /** A page in another browser. */
  otherPage: Page;
}

const test = server.extend<Fixtures>({
  api: async ({ baseURL, apiKey }, use) => use(new ApiClient(baseURL as string, apiKey)),
  base: async ({ api }, use) => {
    const fields = [{ type: "single_line_text", name: "Name" }];
    const name = `Sales of ${newAccount().name}`;
    const { body: base } = await api.post<Base>("/bases", { name, tables: [{ name: "Projects", fields }] });
    await api.post(`/bases/${base.id}/tables/Projects/records`, { record: { Name: "Ada" } });
    await use(base);
  },
  memberAs: async ({ api, base }, use) => {
    await use(async (role) => accept(api, await invite(api, { databases: [{ databaseId: base.id, role }] })));
  },
  otherPage: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL });
    await use(await context.newPage());
    await context.close();
  },
});

test.describe("signing in", () => {
  test("works with e-mail and password; a wrong password is refused at the form", async ({
    page,
    memberAs,
  }) => {
    const { person, password } = await memberAs("viewer");
    await page.goto("/login?next=/settings/account");
    const [email, secret] = [page.getByLabel("E-mail"), page.getByLabel("Password")];
    await secret.press("Enter");
    await expect(email).toHaveAccessibleDescription("Enter your e-mail address");
    await expect(email).toBeFocused();
    await expect(secret).toHaveAccessibleDescription("Enter your password");

    await email.fill(person.email);
    await secret.fill("wrong");
    await secret.press("Enter");
    await expect(secret).toHaveAccessibleDescription("The e-mail address or password is wrong.");
    await expect(secret).toBeFocused();

    await email.fill(` ${person.email.toUpperCase()}`);
    await secret.fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL("/settings/account");
    await expect(page.getByLabel("Your name")).toHaveValue(person.name);
  });
});

test.describe("invitations", () => {
  test(
    "are created, passed on as a link, and accepted in another browser",
    main,
    async ({ page, otherPage, api, base, apiKey, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      // So many that the form shows some of them and searches the others.
      await Promise.all(
        Array.from({ length: 21 }, (_, index) => api.post("/bases", { name: `Elsewhere ${index}` })),
      );
      await signIn(page, apiKey);
      await page.goto("/");
      // Tables of other tests may have this name, too.
      await page.locator('a[href="/settings/people"]').click();
      await page.getByRole("button", { name: "Invite" }).click();
      const form = page.getByRole("dialog", { name: "Invite a person" });
      await form.getByLabel("E-mail").fill("nobody");
      await form.getByRole("button", { name: "Create invitation" }).click();
      await expect(form.getByLabel("E-mail")).toHaveAccessibleDescription("Is not an e-mail address");
      await expect(form.getByLabel("E-mail")).toBeFocused();
      const { name, email, password } = newAccount();
      await form.getByLabel("E-mail").fill(email);
      const roles = form.getByRole("group", { name: "Databases" }).getByRole("combobox");
      await expect(roles).toHaveCount(20);
      await expect(form.getByRole("status")).toHaveText(/^The first 20 of \d/);
      const search = form.getByRole("searchbox", { name: "Find a database" });
      await search.fill("no such database");
      await expect(form.getByRole("status")).toHaveText("No database is called “no such database”.");
      await search.fill(base.name);
      await expect(roles).toHaveCount(1);
      await choose(form.getByRole("combobox", { name: `Role in ${base.name}` }), /^Editor/);
      await search.fill("elsewhere");
      // What is chosen stays.
      await expect(form.getByRole("combobox", { name: `Role in ${base.name}` })).toHaveText("Editor");
      await form.getByRole("button", { name: "Create invitation" }).click();

      const shown = page.getByRole("dialog", { name: "Invitation" });
      await expect(shown).toContainText(`Send this link to ${email}.`);
      const link = await shown.getByRole("textbox", { name: "Link" }).inputValue();
      await shown.getByRole("button", { name: "Copy link" }).click();
      await expect(shown.getByRole("button", { name: "Copied" })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await shown.getByRole("button", { name: "Done" }).click();
      const open = page.getByRole("list", { name: "Open invitations" }).getByRole("listitem");
      await expect(open.filter({ hasText: email })).toContainText(`Guest, Editor of ${base.name}`);

      await otherPage.goto(link);
      await expect(
        otherPage.getByRole("heading", { name: /(invites you|are invited) to Rowhouse/ }),
      ).toBeVisible();
      await expect(otherPage.getByRole("listitem").filter({ hasText: base.name })).toContainText("Editor");
      await expect(otherPage.getByLabel("E-mail")).toHaveValue(email);
      await expect(otherPage.getByLabel("E-mail")).not.toBeEditable();
      await otherPage.getByRole("button", { name: "Accept invitation" }).click();
      await expect(otherPage.getByLabel("Your name")).toBeFocused();
      await expect(otherPage.getByLabel("New password")).toHaveAccessibleDescription(
        "Must have at least 10 characters",
      );
      await otherPage.getByLabel("Your name").fill(name);
      await otherPage.getByLabel("New password").fill(password);
      await otherPage.getByRole("button", { name: "Accept invitation" }).click();
      await expect(otherPage).toHaveURL("/");
      const databases = otherPage.getByRole("list", { name: "Databases", exact: true });
      await expect(databases.locator("[data-base]")).toHaveText([new RegExp(`^${base.name}`)]);
      await expect(otherPage.getByRole("button", { name: "New database" })).toHaveCount(0);
      await expect(otherPage.getByRole("link", { name: "People", exact: true })).toHaveCount(0);

      await page.reload();
      await expect(itemOf(page, name)).toBeVisible();
      await expect(open.filter({ hasText: email })).toHaveCount(0);
    },
  );

  test("without an address are accepted with an account that exists", async ({
    page,
    api,
    base,
    memberAs,
  }) => {
    const { person, password } = await memberAs("editor");
    const { body: other } = await api.post<Base>("/bases", { name: `Other of ${base.name}` });
    const { url } = await invite(api, { databases: [{ databaseId: other.id, role: "viewer" }] });
    await page.goto(url);
    await page.getByRole("checkbox", { name: "I already have an account" }).click();
    await expect(page.getByLabel("Your name")).toHaveCount(0);
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Accept invitation" }).click();
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/the password is wrong/);
    await expect(page.getByLabel("Password")).toBeFocused();
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Accept invitation" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.locator("[data-base]")).toHaveCount(2);
  });

  test("that are used, withdrawn or incomplete say what to do", async ({ page, api }) => {
    const used = await invite(api);
    await accept(api, used);
    const withdrawn = await invite(api);
    await api.call(`/invitations/${withdrawn.id}`, { method: "DELETE" });
    for (const url of [used.url, withdrawn.url, "/invite#token=x", "/invite"]) {
      await page.goto("about:blank");
      await page.goto(url);
      await expect(page.getByRole("heading", { name: "This invitation is not valid" })).toBeVisible();
      await expect(page.getByText("Ask the person who invited you for a new link.")).toBeVisible();
    }
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/login");
  });

  test("are withdrawn on the page of people", async ({ page, api, apiKey }) => {
    const { email } = newAccount();
    const { url } = await invite(api, { email });
    await signIn(page, apiKey);
    await page.goto("/settings/people");
    await page.getByRole("button", { name: `Withdraw the invitation of ${email}` }).click();
    await expect(page.getByRole("button", { name: `Withdraw the invitation of ${email}` })).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Open invitations" })).toBeFocused();
    expect((await api.post("/invitations/preview", { token: tokenIn(url) })).status).toBe(404);
  });
});

test.describe("the account", () => {
  test("has a picture, which is cut to a square, shown beside the name and removed", async ({
    page,
    memberAs,
    api,
  }) => {
    const account = await memberAs("editor");
    await enterAs(page, account);
    await page.goto("/settings/account");
    const picture = page.getByLabel("Picture", { exact: true });
    await picture.setInputFiles({
      name: "me.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("no picture"),
    });
    await expect(page.getByText("“me.txt” is not a picture that this browser can read.")).toBeVisible();
    await picture.setInputFiles("e2e/screenshots/cards-light.png");
    await expect(page.getByText("Picture saved")).toBeVisible();
    await page.getByRole("button", { name: "Change picture" }).waitFor();
    const { body: me } = await account.api.get("/me");
    const size = (address: string) =>
      page.evaluate(async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      }, address);
    expect(await size(new URL(me.picture).pathname)).toEqual([192, 192]);
    await expect(page.locator(`img[src="${me.picture}"]`)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove picture" }).click();
    await expect(page.getByText("Picture removed")).toBeVisible();
    await expect(page.locator("main img")).toHaveCount(0);
    expect((await api.get(`/people/${account.person.id}/picture`)).status).toBe(404);
  });

  test("has the theme of the browser, which stays on other pages and after a reload", async ({
    page,
    memberAs,
  }) => {
    await enterAs(page, await memberAs("viewer"));
    await page.goto("/settings/account");
    const background = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor.replaceAll(" ", ""));
    const [light, dark] = ["rgb(250,250,248)", "rgb(18,20,19)"];
    await page.emulateMedia({ colorScheme: "light" });
    expect(await background()).toBe(light);
    const theme = page.getByLabel("Theme in this browser");
    await choose(theme, "Dark");
    await expect.poll(background).toBe(dark);
    expect(await violations(page)).toEqual([]);
    await page.goto("/");
    expect(await background()).toBe(dark);
    await page.goto("/settings/account");
    await choose(theme, "Light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(background).toBe(light);
    await page.reload();
    expect(await background()).toBe(light);
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect.poll(background).toBe(dark);
    await page.emulateMedia({ colorScheme: "light" });
    await choose(theme, "Same as the system");
    await expect.poll(background).toBe(light);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.reload();
    expect(await background()).toBe(dark);
  });

  test("changes its name and password", async ({ page, memberAs, api }) => {
    const account = await memberAs("viewer");
    await enterAs(page, account);
    await page.goto("/");
    await page.getByRole("link", { name: "Account" }).click();
    const name = page.getByRole("form", { name: "Name" });
    await name.getByLabel("Your name").fill("");
    await name.getByRole("button", { name: "Save name" }).click();
    await expect(name.getByLabel("Your name")).toHaveAccessibleDescription("Cannot be empty");
    await name.getByLabel("Your name").fill("Grace Hopper");
    await name.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Name saved")).toBeVisible();
    expect((await account.api.get("/me")).body.name).toBe("Grace Hopper");

    const secret = page.getByRole("form", { name: "E-mail and password" });
    const password = "a new password, longer";
    await expect(secret).not.toContainText("to add two-step sign-in and passkeys");
    await secret.getByLabel("New password").fill("short");
    await secret.getByRole("button", { name: "Save e-mail and password" }).click();
    await expect(secret.getByLabel("New password")).toHaveAccessibleDescription(
      "Must have at least 10 characters",
    );
    await secret.getByLabel("New password").fill(password);
    await secret.getByRole("button", { name: "Save e-mail and password" }).click();
    const current = secret.getByLabel("Current password");
    await expect(current).toHaveAccessibleDescription("Is required");
    await current.fill("wrong");
    await secret.getByRole("button", { name: "Save e-mail and password" }).click();
    await expect(current).toHaveAccessibleDescription("Is wrong");
    await expect(current).toBeFocused();
    await current.fill(account.password);
    await secret.getByRole("button", { name: "Save e-mail and password" }).click();
    await expect(page.getByText("Password saved. All other browsers were signed out.")).toBeVisible();
    await expect(current).toHaveValue("");

    // The session of the invitation was another browser.
    expect((await account.api.get("/me")).status).toBe(401);
    const { email } = account.person;
    const old = await new ApiClient(api.origin, null).post("/session", { email, password: account.password });
    expect(old.status).toBe(401);
    const { api: again } = await signInByPassword(api, { person: account.person, password });
    expect((await again.get("/me")).body.name).toBe("Grace Hopper");
    await page.reload();
    await expect(page.getByLabel("Your name")).toHaveValue("Grace Hopper");
  });

  test("changes its e-mail address unless another account has it", async ({ page, memberAs, api }) => {
    const [account, other] = [await memberAs("viewer"), await memberAs("viewer")];
    await enterAs(page, account);
    await page.goto("/settings/account");
    const form = page.getByRole("form", { name: "E-mail and password" });
    await form.getByLabel("E-mail").fill(other.person.email);
    await form.getByLabel("Current password").fill(account.password);
    await form.getByRole("button", { name: "Save e-mail and password" }).click();
    await expect(form.getByRole("alert")).toHaveText("Another account has this e-mail address.");
    const { email } = newAccount();
    await form.getByLabel("E-mail").fill(email);
    await form.getByRole("button", { name: "Save e-mail and password" }).click();
    await expect(page.getByText("E-mail saved")).toBeVisible();
    await signInByPassword(api, { person: { email }, password: account.password });
  });

  test("lists the browsers and signs the others out", async ({ page, memberAs, api }) => {
    const account = await memberAs("viewer");
    const other = await signInByPassword(api, account);
    await enterAs(page, account);
    await page.goto("/settings/account");
    const browsers = page.getByRole("list", { name: "Signed-in browsers" }).getByRole("listitem");
    await expect(browsers).toHaveCount(3);
    await page.getByRole("button", { name: "Sign out all other browsers" }).click();
    await page.getByRole("button", { name: "Sign out all", exact: true }).click();
    await expect(browsers).toHaveCount(1);
    expect((await other.api.get("/me")).status).toBe(401);
  });

  test("is read-only for a key that can't change it", async ({ page, memberAs }) => {
    const account = await memberAs("viewer");
    await signIn(page, (await keyOf(account, { scopes: ["read"] })).key);
    await page.goto("/settings/account");
    await expect(page.getByText("You are signed in with a key that can't change the account.")).toBeVisible();
    await expect(page.getByText(account.person.email)).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
  });
});

test.describe("the page of people", () => {
  test("changes roles, deactivates and activates", async ({ page, otherPage, api, apiKey, memberAs }) => {
    const account = await memberAs("editor");
    const { key } = await keyOf(account);
    await enterAs(otherPage, account);
    await otherPage.goto("/");
    await expect(otherPage.locator("[data-base]")).toHaveCount(1);
    await signIn(page, apiKey);
    await page.goto("/settings/people");
    const item = itemOf(page, account.person.name);
    await expect(factOf(item, "E-mail")).toHaveText(account.person.email);
    await expect(factOf(item, "Databases")).toHaveText("1");
    await choose(item.getByRole("combobox", { name: /^Role of/ }), /^Member/);
    await expect.poll(async () => (await personOf(api, account)).role).toBe("member");

    await item.getByRole("button", { name: /^Deactivate/ }).click();
    await expect(factOf(item, "Status")).toHaveText("Deactivated");
    await expect.poll(async () => (await new ApiClient(api.origin, key).get("/me")).status).toBe(401);
    await otherPage.reload();
    await expect(otherPage).toHaveURL("/login?next=%2F");
    await item.getByRole("button", { name: /^Activate/ }).click();
    await expect(factOf(item, "Status")).toHaveText("Active");
    await signInByPassword(api, account);
  });

  test("removes a person, except a database's last owner", async ({ page, api, apiKey }) => {
    const account = await accept(api, await invite(api, { role: "member" }));
    const { body: own } = await account.api.post<Base>("/bases", { name: "Own" });
    await signIn(page, apiKey);
    await page.goto("/settings/people");
    const item = itemOf(page, account.person.name);
    await item.getByRole("button", { name: /^Remove/ }).click();
    const question = page.getByRole("alertdialog", { name: `Remove “${account.person.name}”?` });
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(question.getByRole("alert")).toContainText("the last owner of the database “Own”");
    await question.getByRole("button", { name: "Cancel" }).click();

    await api.call(`/bases/${own.id}`, { method: "DELETE" });
    await item.getByRole("button", { name: /^Remove/ }).click();
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(item).toHaveCount(0);
    await expect(page.getByRole("list", { name: "People" })).toBeFocused();
    expect((await account.api.get("/me")).status).toBe(401);
  });

  test("creates a link to choose a new password", async ({ page, otherPage, api, apiKey, memberAs }) => {
    const account = await memberAs("viewer");
    await signIn(page, apiKey);
    await page.goto("/settings/people");
    await itemOf(page, account.person.name)
      .getByRole("button", { name: /^Reset password/ })
      .click();
    const form = page.getByRole("dialog", { name: /^Reset password/ });
    await form.getByRole("button", { name: "Create link" }).click();
    const link = await form.getByRole("textbox", { name: "Link" }).inputValue();
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Close without copying the link?" });
    await question.getByRole("button", { name: "Close without copying" }).click();
    await expect(form).toBeHidden();

    await otherPage.goto(link);
    const password = otherPage.getByLabel("New password");
    await password.fill("password12");
    await password.press("Enter");
    await expect(password).toHaveAccessibleDescription(/most common passwords/);
    await password.fill("chosen by the link");
    await password.press("Enter");
    await expect(otherPage).toHaveURL("/");
    await signInByPassword(api, { person: account.person, password: "chosen by the link" });

    await otherPage.goto("about:blank");
    await otherPage.goto(link);
    await password.fill("chosen once more");
    await password.press("Enter");
    await expect(otherPage.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
  });

  test("is refused to others, with an explanation", async ({ page, memberAs }) => {
    await enterAs(page, await memberAs("owner"));
    await page.goto("/settings/people");
    await expect(page.getByRole("heading", { name: "You can't manage people" })).toBeVisible();
    await page.getByRole("link", { name: "All databases" }).click();
    await expect(page).toHaveURL("/");
  });
});

test.describe("in a database", () => {
  test("a viewer reads, and finds no commands that edit", async ({ page, base, memberAs }) => {
    const viewer = await memberAs("viewer");
    await enterAs(page, viewer);
    await openTable(page, base);
    await expect(page.getByRole("gridcell", { name: "Ada" })).toHaveAttribute("aria-readonly", "true");
    for (const name of ["New record", "New field", "New table", "Options for Projects"]) {
      await expect(page.getByRole("button", { name })).toHaveCount(0);
    }
    const share = await openShare(page);
    const own = share.getByRole("listitem").filter({ hasText: viewer.person.name });
    await expect(own).toContainText(`${viewer.person.name} (you)Viewer`);
    await expect(share.getByText("Only owners of this database can add people")).toBeVisible();
    await expect(share.getByRole("button")).toHaveCount(0);
    await expect(share.getByRole("textbox")).toHaveCount(0);
    await expect(share.getByRole("combobox")).toHaveCount(0);
  });

  test("an owner lowers an editor to viewer", async ({ page, otherPage, base, memberAs }) => {
    const [owner, editor] = [await memberAs("owner"), await memberAs("editor")];
    await enterAs(otherPage, editor);
    await openTable(otherPage, base);
    await expect(otherPage.getByRole("button", { name: "New record" })).toBeVisible();

    await enterAs(page, owner);
    await openTable(page, base);
    const share = await openShare(page);
    const role = share.getByRole("combobox", { name: `Role of ${editor.person.name}` });
    await expect(role).toHaveText("Editor");
    await choose(role, /^Viewer/);
    await expect.poll(() => rolesIn(owner, base)).toMatchObject({ [editor.person.name]: "viewer" });
    await otherPage.reload();
    await expect(otherPage.getByRole("gridcell", { name: "Ada" })).toHaveAttribute("aria-readonly", "true");
    await expect(otherPage.getByRole("button", { name: "New record" })).toHaveCount(0);

    await share.getByRole("button", { name: `Remove ${editor.person.name}` }).click();
    const question = page.getByRole("alertdialog", { name: /from this database\?$/ });
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(role).toHaveCount(0);
    await expect(share.getByRole("list", { name: "Members" })).toBeFocused();
    expect((await otherPage.request.get(tablePath(base))).status()).toBe(404);
  });

  test("the last owner can't be lowered or removed", async ({ page, api }) => {
    const account = await accept(api, await invite(api, { role: "member" }));
    const fields = [{ type: "single_line_text", name: "Name" }];
    const tables = [{ name: "Projects", fields }];
    const { body: own } = await account.api.post<Base>("/bases", { name: "Own", tables });
    await enterAs(page, account);
    await openTable(page, own);
    const share = await openShare(page);
    const role = share.getByRole("combobox", { name: `Role of ${account.person.name}` });
    await role.click();
    await page.getByRole("option", { name: /^Editor/ }).click();
    await expect(page.getByText("the last owner of the database “Own”")).toBeVisible();
    await expect(role).toHaveText("Owner");
    await share.getByRole("button", { name: /^Remove/ }).click();
    const question = page.getByRole("alertdialog", { name: "Leave this database?" });
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(question.getByRole("alert")).toContainText("the last owner of the database “Own”");
  });

  test("an owner shares by keyboard alone", async ({ page, api, base, memberAs }) => {
    const owner = await memberAs("owner");
    const guest = await accept(api, await invite(api));
    const unknown = newAccount().email;
    await enterAs(page, owner);
    await openTable(page, base);
    const { keyboard } = page;
    await page.getByRole("button", { name: "Share" }).focus();
    await keyboard.press("Enter");
    const share = page.getByRole("dialog", { name: "Share this database" });
    const email = share.getByRole("textbox", { name: "E-mail" });
    await expect(email).toBeFocused();
    await keyboard.press("Enter");
    await expect(email).toHaveAccessibleDescription("Is not an e-mail address");
    await keyboard.type(guest.person.email);
    await keyboard.press("Enter");
    await expect(share.getByRole("combobox", { name: `Role of ${guest.person.name}` })).toHaveText("Editor");

    await keyboard.type(unknown);
    await keyboard.press("Tab");
    await expect(share.getByRole("combobox", { name: "Role", exact: true })).toBeFocused();
    await keyboard.press("Enter");
    await expect(page.getByRole("option", { name: /^Editor/ })).toBeFocused();
    await keyboard.press("ArrowUp");
    await keyboard.press("Enter");
    await expect(share.getByRole("combobox", { name: "Role", exact: true })).toHaveText("Viewer");
    await keyboard.press("Tab");
    await expect(share.getByRole("button", { name: "Add" })).toBeFocused();
    await keyboard.press("Enter");
    const link = share.getByRole("textbox", { name: "Invitation link" });
    await expect(share.getByRole("status")).toContainText(`Send this link to ${unknown}.`);
    const accepted = await accept(api, { url: await link.inputValue(), email: unknown });
    expect(await rolesIn(owner, base)).toEqual({
      [owner.person.name]: "owner",
      [guest.person.name]: "editor",
      [accepted.person.name]: "viewer",
    });
    await keyboard.press("Escape");
    await expect(share).toBeHidden();
    await expect(page.getByRole("button", { name: "Share" })).toBeFocused();
  });
});

/** Each new page, opened by somebody who may use it. */
const scenes: { readonly [title: string]: (given: Scene) => Promise<unknown> } = {
  "signing in": async ({ page }) => {
    await page.goto("/login");
    await page.getByLabel("Password").press("Enter");
    await expect(page.getByText("Enter your password")).toBeVisible();
  },
  "an invitation": async ({ page, api, base }) => {
    const { url } = await invite(api, { databases: [{ databaseId: base.id, role: "editor" }] });
    await page.goto(url);
    await page.getByRole("button", { name: "Accept invitation" }).click();
    await expect(page.getByText("Must have at least 10 characters")).toBeVisible();
  },
  "an invalid invitation": async ({ page }) => {
    await page.goto("/invite#token=x");
    await expect(page.getByRole("heading", { name: "This invitation is not valid" })).toBeVisible();
  },
  "a reset": async ({ page, api, account }) => {
    const { body } = await api.post<PasswordReset>(`/people/${account.person.id}/reset`, undefined);
    await page.goto(body.url);
    await expect(page.getByLabel("New password")).toBeEnabled();
  },
  "the account": async ({ page, account }) => {
    await enterAs(page, account);
    await page.goto("/settings/account");
    await expect(page.getByText("This browser", { exact: true })).toBeVisible();
  },
  "the people": async ({ page, api, apiKey, account }) => {
    await invite(api, { email: newAccount().email });
    await signIn(page, apiKey);
    await page.goto("/settings/people");
    await expect(itemOf(page, account.person.name)).toBeVisible();
    await expect(page.getByRole("list", { name: "Open invitations" })).toBeVisible();
  },
  inviting: async (given) => {
    await scenes["the people"]?.(given);
    await given.page.getByRole("button", { name: "Invite" }).click();
    await expect(given.page.getByRole("dialog", { name: "Invite a person" })).toBeVisible();
  },
  sharing: async ({ page, base, account }) => {
    await enterAs(page, account);
    await openTable(page, base);
    const share = await openShare(page);
    await share.getByLabel("E-mail").fill(newAccount().email);
    await share.getByLabel("E-mail").press("Enter");
    await expect(share.getByRole("textbox", { name: "Invitation link" })).toBeVisible();
  },
};

interface Scene {
  readonly page: Page;
  readonly api: ApiClient;
  readonly apiKey: string;
  readonly base: Base;
  /** An owner of the database. */
  readonly account: Account;
}

test.describe("axe finds no violations", () => {
  for (const [title, go] of Object.entries(scenes)) {
    test(title, async ({ page, api, apiKey, base, memberAs }) => {
      await go({ page, api, apiKey, base, account: await memberAs("owner") });
      expect(await violations(page)).toEqual([]);
    });
  }
});

test.describe("fits a phone", () => {
  test.use({ viewport: { width: 375, height: 700 } });

  for (const [title, go] of Object.entries(scenes)) {
    test(title, async ({ page, api, apiKey, base, memberAs }) => {
      await go({ page, api, apiKey, base, account: await memberAs("owner") });
      expect(await overflowOf(page)).toBe(0);
    });
  }
});

/** The pixels by which the page is wider than its window. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Signs the page's browser in, without the form. */
async function enterAs({ request }: Page, { person: { email }, password }: Account): Promise<void> {
  const answer = await request.post("/api/v1/session", { data: { email, password } });
  expect(answer.status()).toBe(204);
}

async function openTable(page: Page, base: Base): Promise<void> {
  await page.goto(tablePath(base));
  await expect(page.getByRole("button", { name: "Share" })).toBeEnabled();
}

function tablePath(base: Base): string {
  return `/database/${base.id}/${base.tables[0]?.id}`;
}

async function openShare(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Share" }).click();
  const share = page.getByRole("dialog", { name: "Share this database" });
  await expect(share.getByRole("list", { name: "Members" })).toBeVisible();
  return share;
}

/** A person in the list. */
function itemOf(page: Page, name: string): Locator {
  const heading = page.getByRole("heading", { name, exact: true });
  return page.getByRole("list", { name: "People" }).getByRole("listitem").filter({ has: heading });
}

function factOf(item: Locator, label: string): Locator {
  return item.locator(`dt:text-is("${label}") + dd`);
}

async function personOf(api: ApiClient, { person: { id } }: Account): Promise<Person> {
  const { body } = await api.get<{ people: Person[] }>("/people");
  const found = body.people.find((each) => each.id === id);
  if (!found) throw new Error("the person is not listed");
  return found;
}

/** The roles in a database by name, except those of owners of the installation, who have no name here. */
async function rolesIn({ api }: Account, base: Base): Promise<{ [name: string]: Role }> {
  const { body } = await api.get<{ members: Member[] }>(`/bases/${base.id}/members`);
  return Object.fromEntries(body.members.flatMap(({ name, role }) => (name === null ? [] : [[name, role]])));
}
