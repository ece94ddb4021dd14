/** A real provider of OpenID Connect, which runs in the process of the tests. */
import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { expect } from "playwright/test";

type Claims = { readonly [name: string]: unknown };

/** An account at the provider. Its id, the subject, is what one enters to sign in. */
export interface ProviderAccount {
  readonly subject: string;
  readonly claims: Claims;
  /** Changes the claims of its ID tokens, which are then signed again. */
  readonly changeIdToken?: (claims: Claims) => Claims;
  /** Signs its ID tokens with a key that the provider does not publish. */
  readonly isForged?: boolean;
}

export interface RunningProvider {
  readonly issuer: string;
  /** The variables of a server that people sign in to with this provider. */
  readonly environment: Record<string, string>;
  /** Answers from now on for the server at an origin, which is known only after its start. */
  serve(appOrigin: string): void;
  /** Answers nothing but errors until the returned function is called. */
  fail(): () => void;
  /** Adds an account with a verified e-mail address that no other test uses. */
  add(given?: Partial<ProviderAccount>): ProviderAccount & { readonly claims: { readonly email: string } };
  stop(): Promise<void>;
}

const clientId = "rowhouse";
const clientSecret = "client secret: with / signs & spaces";

export async function startProvider(): Promise<RunningProvider> {
  const broken: RequestListener = (_, response) => void response.writeHead(503).end();
  let listener = broken;
  const server = createServer((request, response) => listener(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, ProviderAccount>();
  const [keys, forger] = [aKeyPair(), aKeyPair()];
  const jwk = { ...keys.privateKey.export({ format: "jwk" }), kid: "key", alg: "RS256", use: "sig" };

  /** Changes and signs an ID token as its account wants. */
  function changed(idToken: string): string {
    const [header = "", payload = ""] = idToken.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const { changeIdToken, isForged = false } = accounts.get(claims.sub) ?? {};
    if (!changeIdToken && !isForged) return idToken;
    const body = Buffer.from(JSON.stringify(changeIdToken?.(claims) ?? claims)).toString("base64url");
    const key = isForged ? forger.privateKey : keys.privateKey;
    return `${header}.${body}.${sign("sha256", Buffer.from(`${header}.${body}`), key).toString("base64url")}`;
  }

  function providerFor(appOrigin: string): Provider {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${appOrigin}/api/v1/openid/callback`],
        },
      ],
      jwks: { keys: [jwk] },
      cookies: { keys: [randomUUID()] },
      claims: { email: ["email", "email_verified"], profile: ["name"] },
      pkce: { required: () => true },
      findAccount: (_, subject) => ({
        accountId: subject,
        claims: () => ({ sub: subject, ...accounts.get(subject)?.claims }),
      }),
      // Asks for no consent.
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId,
          accountId: oidc.session?.accountId,
        });
        grant.addOIDCScope("openid email profile");
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      await next();
      const { body } = context;
      if (context.path === "/token" && typeof body?.id_token === "string") {
        context.body = { ...body, id_token: changed(body.id_token) };
      }
    });
    return provider;
  }

  return {
    issuer,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: "Example ID",
      OIDC_DOMAINS: "staff.example.com",
    },
    serve(appOrigin) {
      listener = providerFor(appOrigin).callback();
    },
    fail() {
      const before = listener;
      listener = broken;
      return () => {
        listener = before;
      };
    },
    add({ subject = randomUUID(), claims, ...rest } = {}) {
      const email = `${randomUUID().slice(0, 8)}@example.com`;
      const account = {
        ...rest,
        subject,
        claims: { email, email_verified: true, name: `Name of ${email}`, ...claims },
      };
      accounts.set(subject, account);
      return account;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function aKeyPair() {
  return generateKeyPairSync("rsa", { modulusLength: 2_048 });
}

/** A browser that follows redirects only when it is told, with cookies for each host. */
export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(
    readonly appOrigin: string,
    /** The network address that the server sees. */
    readonly address: string,
  ) {}

  /** Begins to sign in and returns the address at the provider, or of the sign-in page if it fails. */
  async begin(next?: string): Promise<string> {
    const query = next === undefined ? "" : `?${new URLSearchParams({ next })}`;
    return this.#redirect(`${this.appOrigin}/api/v1/openid/start${query}`);
  }

  /** Signs in at the provider and returns the address with its response. */
  async authenticate(url: string, { subject }: Pick<ProviderAccount, "subject">): Promise<string> {
    let at = url;
    for (let step = 0; step < 10; step++) {
      const response = await this.open(at);
      const action = response.ok ? /<form[^>]* action="([^"]+)"/.exec(await response.text())?.[1] : undefined;
      const answer =
        action === undefined
          ? response
          : await this.open(
              action,
              new URLSearchParams({ prompt: "login", login: subject, password: "any" }),
            );
      const location = answer.headers.get("Location");
      if (location === null) throw new Error(`${at} answers ${answer.status} without a redirect`);
      at = new URL(location, at).href;
      if (at.startsWith(this.appOrigin)) return at;
    }
    throw new Error("the provider redirects in circles");
  }

  /** Opens the address with the provider's response, and returns where it leads. */
  finish(callback: string): Promise<string> {
    return this.#redirect(callback);
  }

  /** Signs in from beginning to end, and returns the path that is opened at the end. */
  async signIn(account: Pick<ProviderAccount, "subject">, next?: string): Promise<string> {
    return this.finish(await this.authenticate(await this.begin(next), account));
  }

  /** The cookies for the server, as a header. */
  get cookie(): string {
    return this.#cookieFor(this.appOrigin);
  }

  set cookie(header: string) {
    const pairs = header.split("; ").map((pair) => pair.split("=") as [string, string]);
    this.#cookies.set(new URL(this.appOrigin).host, new Map(pairs));
  }

  /** Makes one request, without following a redirect. */
  async open(url: string, body?: URLSearchParams, method = body ? "POST" : "GET"): Promise<Response> {
    const { host } = new URL(url);
    const headers = { Cookie: this.#cookieFor(url), "X-Forwarded-For": this.address };
    const response = await fetch(url, { method, redirect: "manual", headers, ...(body && { body }) });
    const cookies = this.#cookies.get(host) ?? new Map<string, string>();
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    this.#cookies.set(host, cookies);
    return response;
  }

  async #redirect(url: string): Promise<string> {
    const response = await this.open(url);
    expect([url, response.status, await response.text()]).toEqual([url, 302, ""]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    return response.headers.get("Location") ?? "";
  }

  #cookieFor(url: string): string {
    const cookies = this.#cookies.get(new URL(url).host) ?? new Map<string, string>();
    return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}
