/**
 * Rowhouse in one process: the environment, the database, HTTP. What reads the environment is imported only
 * while it starts, so that a bad value becomes a sentence like everything else that keeps it from starting.
 */
import { rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { resolve } from "node:path";
import { format, parseArgs } from "node:util";
import type { KeyCreate } from "@/lib/contract/keys";
import type { Amounts } from "@/lib/server/backup/backup";
import type { Readmitted } from "@/lib/server/backup/readmit";
import type { Environment } from "@/lib/server/env";
import type { Door } from "@/lib/server/http/door";
import { foldersOf, type Installation } from "@/lib/server/installation";
import type { OpenDatabase } from "@/lib/server/postgres/open-database";
import { reasonOf } from "@/lib/server/reason-of";

// What is made from here on, uploads and backups for instance, is nobody else's on this machine.
process.umask(0o077);

type Mode = "production" | "development";

const commands: Record<string, () => Promise<void>> = {
  start: () => serve("production"),
  dev: () => serve("development"),
  key: printKey,
  backup: () => writeBackup().catch(because("No backup was made.")),
  restore: () => readBackup().catch(because("Nothing was restored.")),
};

/** What is to be closed in the end, the last first. */
const closers: (() => Promise<void>)[] = [];
let isStopping = false;
let exitCode = 0;
/** Tells what would take long to leave off. */
const interruption = new AbortController();

const work = commands[process.argv[2] ?? "start"]?.() ?? Promise.reject(new Error("no such command"));
surviveMishaps();
stopWhenTold();
work.catch(fail);

async function serve(mode: Mode): Promise<void> {
  const environment = await readEnvironment();
  const { takePort } = await import("@/lib/server/http/door");
  const door = await takePort(environment.HOST, environment.PORT);
  process.env.PORT = String(door.port);
  const { closeFolders } = await import("@/lib/server/files/close-folders");
  await closeFolders(environment.ROWHOUSE_DATA_DIR);
  const { openDatabase } = await import("@/lib/server/postgres/open-database");
  await use(await openDatabase(environment, fail));
  const listener = await createListener(mode, door);
  await forgetOptimizedImages();
  const { ensureOwnerKey } = await import("@/lib/server/access/keys");
  const key = await ensureOwnerKey(environment.ROWHOUSE_API_KEY);
  const { startHousekeeping } = await import("@/lib/server/housekeeping");
  closers.push(startHousekeeping());
  door.open(listener);
  closers.push(() => door.close());
  // What goes on for ever would keep the door from closing.
  const { closeNews } = await import("@/lib/server/log/news");
  closers.push(closeNews);
  await welcome(key);
}

/** Makes an API key, beside a server that runs or without one. */
async function printKey(): Promise<void> {
  const environment = await readEnvironment();
  const { visitDatabase } = await import("@/lib/server/postgres/open-database");
  await use(await visitDatabase(environment));
  const { mintApiKey } = await import("@/lib/server/access/keys");
  const given = await readKeyArguments();
  const rights = given.scopes.length === 4 && given.databases === null ? " with every right" : "";
  say([await mintApiKey(given), "", `A new API key${rights}. It is shown only this once.`]);
  void stop();
}

/** What the key is to be like, by the same shape that the API reads; lists are written with commas. */
async function readKeyArguments(): Promise<KeyCreate> {
  const { parse } = await import("@/lib/contract/errors");
  const { keyCreate, scopes } = await import("@/lib/contract/keys");
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { name: text, scopes: text, databases: text, expires: text },
  });
  const listOf = (list: string | undefined) => list?.split(",").map((each) => each.trim());
  const given = {
    name: values.name ?? "From npm run key",
    scopes: listOf(values.scopes) ?? [...scopes],
    databases: listOf(values.databases) ?? null,
    expiresAt: values.expires ?? null,
  };
  return parse(keyCreate, given, "key");
}

/** Makes a backup, beside a server that runs or without one. */
async function writeBackup(): Promise<void> {
  const environment = await readEnvironment();
  const { chooseBackupFile } = await import("@/lib/server/backup/backup-files");
  const file = await chooseBackupFile(namedFile(), environment.ROWHOUSE_DATA_DIR);
  const { backUp } = await import("@/lib/server/backup/backup");
  const amounts = await backUp(await reach(environment), file, interruption.signal);
  say([file, "", `In it: ${inWords(amounts)}.`, ...warningOf(amounts, environment)]);
  void stop();
}

/** Puts a backup back, into an empty place. */
async function readBackup(): Promise<void> {
  const environment = await readEnvironment();
  const given = process.argv.slice(3);
  const revokeKeys = given.includes("--revoke-keys");
  const file = namedFile(given.filter((each) => each !== "--revoke-keys"));
  if (file === undefined) throw new Error("Say which backup: npm run restore -- <file> [--revoke-keys]");
  const { checkBackup, restore } = await import("@/lib/server/backup/restore-backup");
  const backup = await checkBackup(file, foldersOf(environment), interruption.signal);
  const restored = await restore(backup, await reach(environment), {
    signal: interruption.signal,
    revokeKeys,
  });
  say([
    `All that was there on ${backup.head.madeAt} is back: ${inWords(restored)}. npm start serves it.`,
    ...(restored.foreign.length === 0
      ? []
      : ["", `Left out, as they are not Rowhouse's: the tables ${restored.foreign.join(", ")}.`]),
    "",
    ...aboutKeys(restored, revokeKeys),
  ]);
  void stop();
}

/** Keys of the backup open it again, also those that were revoked since it was made. */
function aboutKeys({ keys }: Readmitted, revokeKeys: boolean): string[] {
  const signIn = "Every browser has been signed out.";
  if (revokeKeys) return [`${signIn} Every API key has been revoked; npm run key makes another.`];
  if (keys.length === 0) return [`${signIn} No API key is good; npm run key makes one.`];
  return [
    `${signIn} These API keys are good, even if they were revoked after the backup was made:`,
    ...keys.map((name) => `- ${JSON.stringify(name)}`),
    "Revoke those that should not be, or restore with --revoke-keys.",
  ];
}

/** The file that a command was given. */
function namedFile(given = process.argv.slice(3)): string | undefined {
  const [file, ...more] = given;
  if (more.length > 0 || file?.startsWith("-")) throw new Error(`npm run ${process.argv[2]} takes one file.`);
  return file && resolve(process.env.INIT_CWD ?? "", file);
}

async function reach(environment: Environment): Promise<Installation> {
  const { reachDatabase } = await import("@/lib/server/postgres/open-database");
  const database = await reachDatabase(environment);
  closers.push(() => database.close());
  return { url: database.url, ...foldersOf(environment) };
}

/** Files that are elsewhere are most likely in another data folder. */
function warningOf({ missing }: Amounts, { ROWHOUSE_DATA_DIR }: Environment): string[] {
  if (missing === 0) return [];
  return [
    "",
    `MISSING: ${missing} files that were uploaded and are not in ${ROWHOUSE_DATA_DIR} (ROWHOUSE_DATA_DIR).`,
  ];
}

function inWords({ tables, rows, files }: Pick<Amounts, "tables" | "rows" | "files">): string {
  const [t, r, f] = [tables, rows, files].map((amount) => amount.toLocaleString("en"));
  return `${r} rows of ${t} tables, ${f} files`;
}

async function readEnvironment(): Promise<Environment> {
  await import("@/lib/contract/limits");
  const env = await import("@/lib/server/env");
  return env.readEnvironment(process.env);
}

/** Lets everything else find the database, what Next has bundled too. */
async function use(database: OpenDatabase): Promise<void> {
  closers.push(() => database.close());
  process.env.DATABASE_URL = database.url;
  const { closeDatabase } = await import("@/lib/server/db");
  closers.push(closeDatabase);
}

/** Earlier versions let Next's image optimizer keep copies of uploads, which outlived the uploads themselves. */
async function forgetOptimizedImages(): Promise<void> {
  await rm(".next/cache/images", { recursive: true, force: true }).catch(complain);
}

/** The API goes the short way, all else through Next. In development Next has everything, to reload it. */
async function createListener(mode: Mode, door: Door): Promise<RequestListener> {
  const pages = await openPages(mode, door);
  if (mode === "development") return pages;
  const api = await openApi();
  const { readingOnly } = await import("@/lib/server/http/reading-only");
  const read = readingOnly(pages);
  return (request, response) => (isForApi(request.url ?? "") ? api : read)(request, response);
}

async function openPages(mode: Mode, door: Door): Promise<RequestListener> {
  const { default: next } = await import("next");
  const dev = mode === "development";
  // Next takes over every request for an upgrade. Its development page needs that, but API clients that offer
  // HTTP/2 in this way (Java's does) have to get their answer, so in production it sits at an idle server.
  const httpServer = dev ? door.server : createServer();
  const app = next({ dev, dir: process.cwd(), port: door.port, httpServer });
  await app.prepare();
  if (!dev) await logInLines();
  const handle = app.getRequestHandler();
  return (request, response) => {
    if (isEncoded(request.url ?? ""))
      void handle(request, response).catch((error) => giveUp(error, response));
    else void refuseAddress(response);
  };
}

/** Next prints what requests bring, such as a malformed header: as JSON, none of it can pose as a line of the log. */
async function logInLines(): Promise<void> {
  const { logger } = await import("@/lib/server/logger");
  const longest = 4_000;
  const levels = { error: "error", warn: "warn", info: "info", log: "info", debug: "debug" } as const;
  for (const [method, level] of Object.entries(levels)) {
    Reflect.set(console, method, (...said: unknown[]) => {
      logger[level]({ said: format(...said).slice(0, longest) }, "said on the console");
    });
  }
}

/** Next answers an address that it cannot decode as if it were a defect. */
function isEncoded(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/\?.*/s, ""));
    return true;
  } catch {
    return false;
  }
}

async function refuseAddress(response: ServerResponse): Promise<void> {
  const { refusalOf } = await import("@/lib/server/http/door");
  const { ApiError } = await import("@/lib/contract/errors");
  const error = new ApiError("BAD_REQUEST", "The address is not percent-encoded UTF-8");
  response.writeHead(error.status, { "Content-Type": "application/json; charset=utf-8" });
  response.end(refusalOf(error));
}

async function giveUp(error: unknown, response: ServerResponse): Promise<void> {
  const { logger } = await import("@/lib/server/logger");
  logger.error({ err: error }, "a page failed");
  if (!response.headersSent) response.writeHead(500);
  response.end();
}

async function openApi(): Promise<RequestListener> {
  const { getRequestListener } = await import("@hono/node-server");
  const { RESPONSE_ALREADY_SENT } = await import("@hono/node-server/utils/response");
  const { answer } = await import("@/lib/api/handle");
  const { sendAnswer } = await import("@/lib/api/send-answer");
  const { refusalOf } = await import("@/lib/server/http/door");
  const { ApiError } = await import("@/lib/contract/errors");
  const badAddress = new ApiError(
    "BAD_REQUEST",
    "The address or the Host header of this request is not valid",
  );
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      sendAnswer(outgoing as ServerResponse, await answer(request, incoming.socket.remoteAddress));
      return RESPONSE_ALREADY_SENT;
    },
    {
      // Next, in the same process, has its own idea of them.
      overrideGlobalObjects: false,
      // For HTTP/1.0, which has no Host header.
      hostname: "localhost",
      // `answer` never throws: this is about a request that cannot even be handed to it.
      errorHandler: () =>
        new Response(refusalOf(badAddress), {
          status: badAddress.status,
          headers: { "Content-Type": "application/json; charset=utf-8" },
        }),
    },
  );
}

function isForApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}

async function welcome(key: string | null): Promise<void> {
  const { env } = await import("@/lib/server/env");
  const { createSignInCode } = await import("@/lib/server/access/sessions");
  const code = await createSignInCode();
  const secrets = [
    `App   ${env.APP_URL}/login#code=${code}`,
    "      (this link signs you in, once, within 15 minutes)",
    ...(key === null
      ? []
      : [`Key   ${key}`, "      (your API key, shown only this once; npm run key makes another)"]),
  ];
  const shown = env.SECRETS_FILE === undefined ? secrets : await setAside(secrets, env.SECRETS_FILE);
  say([
    "Rowhouse is running.",
    "",
    ...shown,
    `API   ${env.APP_URL}/api/v1`,
    ...warningOfClearText(env),
    "",
    "Ctrl-C stops it.",
  ]);
}

/** Writes secrets where only this user reads them, for what prints into logs that others read too. */
async function setAside(secrets: readonly string[], file: string): Promise<string[]> {
  // A file that is there keeps its rights, so it is made anew.
  await rm(file, { force: true });
  await writeFile(file, `${secrets.join("\n")}\n`, { mode: 0o600 });
  return [`App   the link that signs you in is in ${file}`];
}

function warningOfClearText({ HOST, APP_URL }: Environment): string[] {
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(HOST);
  if (isHere || APP_URL.startsWith("https:")) return [];
  return [
    "",
    `WARNING: HOST is ${HOST} and APP_URL begins with http. API keys and the cookies of browsers`,
    "         that are signed in cross the network in clear, for anybody on the way to read. Put a",
    "         proxy with HTTPS in front of Rowhouse, and set APP_URL to its https address.",
  ];
}

function say(lines: string[]): void {
  process.stdout.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n\n`);
}

function surviveMishaps(): void {
  // Whoever was reading may go: that is no reason to stop.
  process.stdout.on("error", () => {});
  for (const event of ["uncaughtException", "unhandledRejection"]) {
    process.on(event, async (error: unknown) => {
      const { logger } = await import("@/lib/server/logger");
      logger.error({ err: error }, event);
    });
  }
}

function stopWhenTold(): void {
  const signals: NodeJS.Signals[] = ["SIGINT", "SIGTERM"];
  // With the terminal goes what it shows. Started in the background (nohup) it stays.
  if (process.stdout.isTTY) signals.push("SIGHUP");
  for (const signal of signals) process.on(signal, () => void stop());
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent();
}

/** npm passes signals on, but when it is killed nobody would be left to stop us. */
function stopWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop();
  }, 250).unref();
}

async function fail(error: unknown): Promise<void> {
  exitCode = 1;
  complain(error);
  await stop();
}

/** Says first what has not come about. */
function because(outcome: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`${outcome} ${reasonOf(error)}`, { cause: error });
  };
}

function complain(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\n  ${message.replaceAll("\n", "\n  ")}\n\n`);
}

/** Closes what was opened, also what is only just being opened. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  interruption.abort(new Error("It was told to stop."));
  await work.catch(() => {});
  for (const close of closers.reverse()) await close().catch(complain);
  process.exit(exitCode);
}
