/** E-mails with invitations, links to choose a new password, and links to confirm an address. */

import { randomUUID } from "node:crypto";
import { expect, test } from "../fixtures";
import { linkIn, type Mailbox, mailSettings, openMailbox } from "../mailbox";
import { accept, newAccount, tokenIn } from "../people";
import { long } from "../rounds";
import { aDatabase, join, type PeopleServer, startPeopleServer, visitorOf } from "./people-server";

test.describe.configure({ mode: "default" });

let mailbox: Mailbox;
let server: PeopleServer;

test.beforeAll(async () => {
  mailbox = await openMailbox();
  server = await startPeopleServer(await mailSettings(mailbox));
});
test.afterAll(async () => {
  await server.stop();
  await mailbox.close();
});

function anEmail(): string {
  return `${randomUUID().slice(0, 8)}@example.com`;
}

test("an invitation is sent to its address, with the link of the answer", long, async () => {
  const { owner } = server;
  const email = anEmail();
  const { status, body } = await owner.post("/invitations", { email, role: "guest" });
  expect([status, body.isMailed]).toEqual([201, true]);
  const message = await mailbox.messageTo(email);
  expect(message).toContain("From: Rowhouse <rowhouse@example.com>");
  expect(message).toContain("Subject: You are invited to Rowhouse");
  expect(linkIn(message)).toBe(body.url);
  const { person } = await accept(owner, { url: linkIn(message), email });
  expect(person.email).toBe(email);
});

test("an invitation into a database names who invites", long, async () => {
  const inviter = await join(server.owner, { role: "member" });
  const { place } = await aDatabase(inviter.api);
  const email = anEmail();
  const { status, body } = await inviter.api.post(`${place}/members`, { email, role: "editor" });
  expect([status, body.invitation.isMailed]).toEqual([201, true]);
  const message = await mailbox.messageTo(email);
  expect(message).toContain(`Subject: ${inviter.person.name} invites you to Rowhouse`);
  expect(linkIn(message)).toBe(body.invitation.url);
});

test("an invitation without an address, a dry run and a refused one send nothing", async () => {
  const { owner } = server;
  const open = await owner.post("/invitations", { role: "guest" });
  expect([open.status, open.body.isMailed]).toEqual([201, false]);
  const email = anEmail();
  expect((await owner.post("/invitations?dryRun=true", { email, role: "guest" })).status).toBe(201);
  const databases = [{ databaseId: "0000000000000000", role: "editor" }];
  expect((await owner.post("/invitations", { email, role: "guest", databases })).status).toBe(400);
  const last = anEmail();
  await owner.post("/invitations", { email: last, role: "guest" });
  await mailbox.messageTo(last);
  expect(mailbox.messages).toEqual([]);
});

test("a repeated call with the same idempotency key sends one message", async () => {
  const email = anEmail();
  const headers = { "Idempotency-Key": randomUUID() };
  for (const _ of [1, 2]) {
    const call = { method: "POST", body: { email, role: "guest" }, headers };
    expect((await server.owner.call("/invitations", call)).status).toBe(201);
  }
  await mailbox.messageTo(email);
  const last = anEmail();
  await server.owner.post("/invitations", { email: last, role: "guest" });
  await mailbox.messageTo(last);
  expect(mailbox.messages).toEqual([]);
});

test("a message that the mail server refuses at first is sent later", long, async () => {
  const email = anEmail();
  mailbox.refuse(1);
  const { status } = await server.owner.post("/invitations", { email, role: "guest" });
  expect(status).toBe(201);
  expect(linkIn(await mailbox.messageTo(email))).not.toBe("");
});

test("an owner's link to choose a new password is sent to the person", long, async () => {
  const { person } = await join(server.owner);
  const { status, body } = await server.owner.post(`/people/${person.id}/reset`, undefined);
  expect([status, body.isMailed]).toEqual([201, true]);
  expect(linkIn(await mailbox.messageTo(person.email))).toBe(body.url);
});

test.describe("asking for a link to choose a new password", () => {
  test("sends one that works once, and keeps the password until then", long, async () => {
    const { person, password } = await join(server.owner);
    const visitor = visitorOf(server.owner);
    expect((await visitor.post("/password-resets", { email: person.email.toUpperCase() })).status).toBe(204);
    const token = tokenIn(linkIn(await mailbox.messageTo(person.email)));
    expect((await visitor.post("/session", { email: person.email, password })).status).toBe(204);
    const next = newAccount().password;
    expect((await visitor.post("/password-resets/use", { token, password: next })).status).toBe(204);
    expect((await visitor.post("/password-resets/use", { token, password: next })).status).toBe(401);
    expect((await visitor.post("/session", { email: person.email, password: next })).status).toBe(204);
  });

  test(
    "answers the same for an unknown address, a deactivated person and a second request, and sends nothing",
    long,
    async () => {
      const { person } = await join(server.owner);
      const gone = await join(server.owner);
      await server.owner.patch(`/people/${gone.person.id}`, { isActive: false });
      const visitor = visitorOf(server.owner);
      await visitor.post("/password-resets", { email: person.email });
      await mailbox.messageTo(person.email);
      for (const email of [person.email, gone.person.email, anEmail()]) {
        const { status, body } = await visitor.post("/password-resets", { email });
        expect([status, body]).toEqual([204, ""]);
      }
      const last = anEmail();
      await server.owner.post("/invitations", { email: last, role: "guest" });
      await mailbox.messageTo(last);
      expect(mailbox.messages).toEqual([]);
    },
  );

  test("is limited for one network address", async () => {
    const visitor = visitorOf(server.owner);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => visitor.post("/password-resets", { email: anEmail() })),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    expect(Number(refused[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  test("takes an e-mail address alone", async () => {
    const visitor = visitorOf(server.owner);
    for (const body of [{}, { email: "nobody" }, { email: 5 }, { email: `${"a".repeat(300)}@example.com` }]) {
      expect((await visitor.post("/password-resets", body)).status).toBe(400);
    }
  });
});

test.describe("changing one's e-mail address", () => {
  test("takes the link sent to the new one, which works once, and tells the earlier one", long, async () => {
    const account = await join(server.owner);
    const { email } = newAccount();
    const asked = await change(account, email.toUpperCase());
    expect([asked.status, asked.body]).toEqual([200, { ...account.person, newEmail: email }]);
    expect((await signIn(email, account)).status).toBe(401);
    const message = await mailbox.messageTo(email);
    expect(message).toContain("Subject: Confirm your e-mail address for Rowhouse");

    const { status, body } = await confirm(message);
    expect([status, body]).toEqual([200, { email }]);
    expect((await confirm(message)).status).toBe(401);
    expect((await account.api.get("/me")).body).toEqual({ ...account.person, email });
    expect((await signIn(email, account)).status).toBe(204);
    expect((await signIn(account.person.email, account)).status).toBe(401);
    expect(await mailbox.messageTo(account.person.email)).toContain(
      `Your account now has the address ${email}.`,
    );
  });

  test("is cancelled by the current address, and replaced by another one", long, async () => {
    const account = await join(server.owner);
    const [first, second] = [newAccount().email, newAccount().email];
    await change(account, first);
    const link = await mailbox.messageTo(first);
    await change(account, second);
    expect((await confirm(link)).status).toBe(401);
    const newer = await mailbox.messageTo(second);
    const { body } = await account.api.patch("/me", { email: account.person.email });
    expect(body).toEqual(account.person);
    expect((await confirm(newer)).status).toBe(401);
  });

  test("ends with a new password, a used reset, a deactivated and a removed person", long, async () => {
    const ends: ((account: Joined) => Promise<unknown>)[] = [
      ({ api, password }) => api.patch("/me", { password: newAccount().password, currentPassword: password }),
      async ({ person }) => {
        const { body } = await server.owner.post(`/people/${person.id}/reset`, undefined);
        await visitorOf(server.owner).post("/password-resets/use", {
          token: tokenIn(body.url),
          password: newAccount().password,
        });
      },
      ({ person }) => server.owner.patch(`/people/${person.id}`, { isActive: false }),
      ({ person }) => server.owner.call(`/people/${person.id}`, { method: "DELETE" }),
    ];
    for (const end of ends) {
      const account = await join(server.owner);
      const { email } = newAccount();
      await change(account, email);
      const message = await mailbox.messageTo(email);
      await end(account);
      expect((await confirm(message)).status, String(end)).toBe(401);
    }
  });

  test("ends links to choose a password that were sent to the earlier one", long, async () => {
    const account = await join(server.owner);
    const { body } = await server.owner.post(`/people/${account.person.id}/reset`, undefined);
    const { email } = newAccount();
    await change(account, email);
    await confirm(await mailbox.messageTo(email));
    const password = newAccount().password;
    const use = { token: tokenIn(body.url), password };
    expect((await visitorOf(server.owner).post("/password-resets/use", use)).status).toBe(401);
  });

  test("gives an address to one of two accounts that ask for it", long, async () => {
    const [one, other] = await Promise.all([join(server.owner), join(server.owner)]);
    const { email } = newAccount();
    await change(one, email);
    const first = await mailbox.messageTo(email);
    await change(other, email);
    const second = await mailbox.messageTo(email);
    expect((await confirm(second)).status).toBe(200);
    expect((await confirm(first)).status).toBe(409);
    expect((await change(one, email)).status).toBe(409);
  });

  test("takes the current password, and few links", long, async () => {
    const account = await join(server.owner);
    const { email } = newAccount();
    for (const currentPassword of [undefined, "not the password"]) {
      expect((await account.api.patch("/me", { email, currentPassword })).status).toBe(400);
    }
    for (const [index] of Array.from({ length: 6 }).entries()) {
      expect((await change(account, newAccount().email)).status).toBe(index < 5 ? 200 : 429);
    }
  });

  test("lets a first owner choose address and password at once", long, async () => {
    const { email, password } = newAccount();
    const { body } = await server.owner.patch("/me", { email, password });
    expect(body).toMatchObject({ email: null, newEmail: email, hasPassword: true });
    expect((await confirm(await mailbox.messageTo(email))).status).toBe(200);
    expect((await visitorOf(server.owner).post("/session", { email, password })).status).toBe(204);
  });

  type Joined = Awaited<ReturnType<typeof join>>;

  function change({ api, password }: Joined, email: string) {
    return api.patch("/me", { email, currentPassword: password });
  }

  function confirm(message: string) {
    return visitorOf(server.owner).post("/email-confirmations", { token: tokenIn(linkIn(message)) });
  }

  function signIn(email: string, { password }: Joined) {
    return visitorOf(server.owner).post("/session", { email, password });
  }
});
