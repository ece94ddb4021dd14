import { availableParallelism } from "node:os";
import * as z from "zod";
import { readProxies } from "./http/caller-address";

/** Connections per worker by default, and at least. */
const connectionsPerWorker = 10;
const minPerWorker = 5;

/** All environment variables. Empty ones count as not set. */
const variables = z
  .object({
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z.string().default("127.0.0.1"),
    /** Origin of every `url`: the address at which browsers reach the application. */
    APP_URL: z
      .string()
      .refine(isOrigin, "must be an address without a path, such as https://tables.example.com")
      .transform((address) => new URL(address).origin)
      .optional(),
    /** By default the embedded PostgreSQL in the data folder. */
    DATABASE_URL: z
      .string()
      .refine(isPostgresAddress, "must be an address such as postgresql://user:password@host:5432/database")
      .optional(),
    /** Number of serving processes. */
    WORKERS: z
      .string()
      .refine((text) => text === "auto" || /^([1-9]|[1-5]\d|6[0-4])$/.test(text), {
        error: "must be a whole number from 1 to 64, or auto for one per core",
      })
      .transform((text) => (text === "auto" ? Math.min(availableParallelism(), 64) : Number(text)))
      .default(1),
    DATABASE_CONNECTIONS: wholeNumber(1, 1000).optional(),
    ROWHOUSE_DATA_DIR: z.string().default("data"),
    /** A key to be created if missing, for containers and tests. */
    ROWHOUSE_API_KEY: z
      .string()
      .regex(
        /^sk_prod_[1-9A-HJ-NP-Za-km-z]{40}$/,
        "must be sk_prod_ and 40 letters and digits without 0, O, I and l",
      )
      .optional(),
    /** Addresses of reverse proxies whose `X-Forwarded-For` is trusted. */
    TRUST_PROXY: z
      .string()
      .refine((text) => readProxies(text) !== undefined, {
        error: "must be IP addresses or ranges, separated by commas, such as 127.0.0.1 or 10.0.0.0/8",
        abort: true,
      })
      .transform(readProxies)
      .optional(),
    /** The mail server that sends invitations and links to choose a new password. By default none are sent. */
    SMTP_URL: z
      .string()
      .refine(isSmtpAddress, "must be an address such as smtps://user:password@mail.example.com")
      .optional(),
    MAIL_FROM: z
      .string()
      .refine(
        isSender,
        "must be an e-mail address, such as rowhouse@example.com or Rowhouse <rowhouse@example.com>",
      )
      .optional(),
    /** A file for the sign-in link and the first key, which are printed otherwise. */
    SECRETS_FILE: z.string().optional(),
    /** Names by which assistants reach the server, besides localhost and that of APP_URL. */
    MCP_ALLOWED_HOSTS: z
      .string()
      .transform((text) => text.split(",").map((host) => host.trim().toLowerCase()))
      .refine((hosts) => hosts.every(isHostName), {
        error: "must be names of hosts without ports, separated by commas, such as tables.example.com",
      })
      .optional(),
    /** If omitted, `/metrics` is disabled. */
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, "must have at least 16 characters, without spaces")
      .optional(),
    /** The provider that people sign in with by OpenID Connect. If omitted, the page does not offer it. */
    OIDC_ISSUER: z
      .string()
      .refine(isIssuer, "must be the address of an OpenID provider, such as https://login.example.com")
      .optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    /** The provider's name on the button. */
    OIDC_NAME: z.string().trim().min(1).max(40, { error: "must have at most 40 characters" }).optional(),
    /** Domains of e-mail addresses that need no invitation. */
    OIDC_DOMAINS: z
      .string()
      .transform((text) => text.split(",").map((domain) => domain.trim().toLowerCase()))
      .refine((domains) => domains.every(isDomain), {
        error: "must be domains of e-mail addresses, separated by commas, such as example.com",
      })
      .optional(),
    /** Lets webhooks call addresses of private networks. */
    WEBHOOK_ALLOW_PRIVATE: z
      .enum(["true", "false"], { error: "must be true or false" })
      .transform((text) => text === "true")
      .default(false),
    /** Without pages, a server loads faster and takes less memory. */
    PAGES: z
      .enum(["on", "off"], { error: "must be on or off" })
      .transform((text) => text === "on")
      .default(true),
    LOG_LEVEL: z
      .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
        error: "must be trace, debug, info, warn, error, fatal or silent",
      })
      .default("info"),
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ["MAIL_FROM"],
    error: "must be set with SMTP_URL: the address that e-mails come from",
  })
  .refine(({ SMTP_URL, APP_URL }) => SMTP_URL === undefined || APP_URL !== undefined, {
    path: ["APP_URL"],
    error: "must be set with SMTP_URL: the address that links in e-mails begin with",
  })
  .transform((read) => ({
    ...read,
    APP_URL: read.APP_URL ?? `http://localhost:${read.PORT}`,
    DATABASE_CONNECTIONS: read.DATABASE_CONNECTIONS ?? Math.max(20, connectionsPerWorker * read.WORKERS),
  }))
  .refine(
    ({ WORKERS, DATABASE_CONNECTIONS }) => WORKERS === 1 || DATABASE_CONNECTIONS >= minPerWorker * WORKERS,
    {
      path: ["DATABASE_CONNECTIONS"],
      error: `must be at least ${minPerWorker} for each of the WORKERS`,
    },
  )
  .superRefine((read, context) => {
    if (openIdVariables.every((name) => read[name] === undefined)) return;
    for (const name of ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const) {
      if (read[name] !== undefined) continue;
      context.addIssue({
        code: "custom",
        path: [name],
        message: "must be set if another variable beginning with OIDC_ is",
      });
    }
  });

const openIdVariables = [
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "OIDC_NAME",
  "OIDC_DOMAINS",
] as const;

export type Environment = z.output<typeof variables>;

/** Parses the environment. Throws an error with one line per invalid variable. */
export function readEnvironment(environment: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const result = variables.safeParse(given);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map((issue) => sentence(issue, given)).join("\n"));
}

let parsed: Environment | undefined;

/**
 * The environment of the process, parsed at first access with a DATABASE_URL. The server sets its port and database
 * while it starts, so no module may read it while loading.
 */
export const env = new Proxy({} as Environment, {
  get(_, name) {
    const read = parsed ?? readEnvironment(process.env);
    if (read.DATABASE_URL !== undefined) parsed = read;
    return read[name as keyof Environment];
  },
});

/** Variables with secrets, which are never printed. */
const secrets = ["DATABASE_URL", "ROWHOUSE_API_KEY", "METRICS_TOKEN", "SMTP_URL", "OIDC_CLIENT_SECRET"];

function sentence(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  const isShown = given[name] !== undefined && !secrets.includes(name);
  const value = isShown ? `; it is ${JSON.stringify(given[name])}` : "";
  return `${name} ${issue.message}${value}`;
}

function wholeNumber(min: number, max: number) {
  return z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || /[?#@]/.test(text)) return false;
  const { protocol, pathname } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === "/";
}

/** Discovery adds its own path. With it in the address, the issuer in the provider's answer would not be checked. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#@]/.test(text)) return false;
  const { protocol, pathname } = new URL(text);
  return /^https?:$/.test(protocol) && !pathname.includes("/.well-known/");
}

function isDomain(text: string): boolean {
  return /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]*[a-z]$/.test(text);
}

/** A name or an IP address, as in a URL. */
function isHostName(text: string): boolean {
  return URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text;
}

function isPostgresAddress(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

function isSmtpAddress(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== "";
}

/** An address, or a name with the address in angle brackets. */
function isSender(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return z.email().safeParse(address).success;
}
