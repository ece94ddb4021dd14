import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { checkArguments } from "./arguments.mjs";
import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { install } from "./install.mjs";
import { Failure, run, runQuietly, tool } from "./run.mjs";

/** Specs that compare the service with a model of it in memory. */
const models = ["model", "filters", "aggregates", "view-lists"].map((name) => `e2e/api/${name}.spec.ts`);

/** Unit tests of `npm run test:long`: those that take long, and those whose rounds are longer there. */
function longUnits() {
  return readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => path.posix.join("lib", name))
    .filter((file) => file.endsWith(".long.test.ts") || /from ".*\/rounds"/.test(readFileSync(file, "utf8")));
}

const commands = {
  /** Builds what is out of date and starts the server. */
  async start() {
    await commands.build();
    await enter("server");
  },

  /** Builds what is out of date. */
  async build() {
    await install({ withTools: false });
    process.env.NODE_ENV = "production";
    await build("client", "pages", "server");
  },

  /** Starts a development server that reloads on changes. */
  async dev() {
    await install({ withTools: false });
    process.env.NODE_ENV = "development";
    await build("client", "server");
    await enter("server");
  },

  /** Prints a new API key. */
  key: visit,

  /** Prints a new sign-in link of the owner. */
  "owner-link": visit,

  /** Backs up all data to the given file, or to a new one in the data folder. */
  backup: visit,

  /** Restores all data from the given file. */
  restore: visit,

  /**
   * Runs all checks, the unit tests, and the end-to-end tests of the main paths. With arguments only those end-to-end
   * tests, such as `npm test -- e2e/api`.
   */
  async test(...options) {
    await install({ withTools: true });
    process.env.CHROMIUM_PATH = (await findChromium()) ?? "";
    process.env.NODE_ENV = "production";
    await build("client");
    if (options.length === 0) {
      process.env.PART = "main";
      await checkSources();
    }
    await build("pages", "server");
    delete process.env.NODE_ENV;
    await run(...tool("playwright", "test", ...options));
  },

  /**
   * Runs the end-to-end tests that `npm test` leaves out, and longer rounds of those that repeat; with arguments only
   * longer rounds of those end-to-end tests.
   */
  async "test:long"(...options) {
    process.env.ROUNDS = "long";
    if (options.length === 0) {
      process.env.PART = "rest";
      await install({ withTools: true });
      await build("client");
      await run(...tool("vitest", "run", ...longUnits()), { NODE_ENV: "test" });
    }
    await commands.test(...(options.length > 0 ? options : ["--reporter=list"]));
  },

  /** Compares a million calls and thousands of lists with models, for an hour or two. `SEED` repeats a run. */
  async soak() {
    process.env.ROUNDS = "full";
    // All parts in parallel, as each waits for one response at a time.
    await commands.test(...models, "--reporter=list", "--workers=8");
  },

  /**
   * Runs fault tests (kills, lost connections, races, a full disk) for hours; `SEED` repeats a run. With arguments only
   * those: `npm run faults -- e2e/faults/kills.spec.ts`.
   */
  async faults(...options) {
    process.env.ROUNDS = "full";
    const of = (name) => `e2e/api/${name}.spec.ts`;
    const all = ["e2e/faults", ...["requests", "authorization", "form-submissions"].map(of)];
    await commands.test(...(options.length > 0 ? options : all), "--reporter=list");
  },

  /** Takes the screenshots for the README. */
  async screenshots() {
    await commands.test("--config=e2e/screenshots/playwright.config.ts");
  },

  /** Measures the README's table of performance. */
  async bench() {
    await install({ withTools: true });
    process.env.NODE_ENV = "production";
    await build("client", "pages", "server", "serverWithoutLog", "bench");
    // Raises PostgreSQL's limit to fit all compared servers, each with its usual pool.
    process.env.DATABASE_CONNECTIONS = "80";
    await enter("bench");
  },

  /** Measures the grid in Chromium, with a million records. */
  async "bench:grid"() {
    await install({ withTools: true });
    process.env.CHROMIUM_PATH = (await findChromium()) ?? "";
    process.env.NODE_ENV = "production";
    await build("client", "pages", "server", "gridBench");
    await enter("grid-bench");
  },
};

/** Runs a command that needs the database but neither pages nor a port. */
async function visit() {
  await install({ withTools: false });
  process.env.NODE_ENV = "production";
  await build("client", "server");
  await enter("server");
}

async function checkSources() {
  await run(...tool("biome", "check", "."));
  await runQuietly(...tool("next", "typegen"));
  await run(...tool("tsc", "--noEmit"));
  await run(...tool("vitest", "run"), { NODE_ENV: "test" });
}

/** Runs a program in this process, so that signals and the exit code need no forwarding. */
function enter(program) {
  return import(pathToFileURL(path.resolve("dist", `${program}.mjs`)));
}

export async function runCommand(name, options) {
  // File arguments are relative to the person's working directory, which npm passes in INIT_CWD.
  process.env.INIT_CWD ??= process.cwd();
  process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  if (existsSync(".env")) process.loadEnvFile(".env");
  // Disables telemetry.
  process.env.NEXT_TELEMETRY_DISABLED ??= "1";
  process.env.CHECKPOINT_DISABLE ??= "1";
  try {
    if (!Object.hasOwn(commands, name ?? "")) {
      throw new Failure(`Unknown command. Available commands: ${Object.keys(commands).join(", ")}.`);
    }
    const usage = checkArguments(name, options);
    if (usage === undefined) await commands[name](...options);
    else console.log(`\n  ${usage.replaceAll("\n", "\n  ")}\n`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.message) console.error(`\n  ${error.message}\n`);
    process.exit(error.code);
  }
}
