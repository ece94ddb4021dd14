import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { checkArguments } from "./arguments.mjs";
import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { install } from "./install.mjs";
import { Failure, run, runQuietly, tool } from "./run.mjs";

/** Specs that compare the service with a model of it in memory. */
const models = ["model", "filters", "aggregates", "view-lists"].map((name) => `e2e/api/${name}.spec.ts`);

const commands = {
  /** Serves what is built, building what is out of date. */
  async start() {
    await commands.build();
    await enter("server");
  },

  /** Builds what is out of date, and serves nothing. */
  async build() {
    await install({ withTools: false });
    process.env.NODE_ENV = "production";
    await build("client", "pages", "server");
  },

  /** Serves the sources, and again whenever they change. */
  async dev() {
    await install({ withTools: false });
    process.env.NODE_ENV = "development";
    await build("client", "server");
    await enter("server");
  },

  /** Prints a new API key. */
  key: visit,

  /** Prints a new sign-in link. */
  "sign-in": visit,

  /** Writes everything into one file: the one that is named, or a new one in the data folder. */
  backup: visit,

  /** Puts everything back from the file that is named. */
  restore: visit,

  /** Checks everything. With arguments: only those tests through the door, such as `npm test -- e2e/api`. */
  async test(...options) {
    await install({ withTools: true });
    process.env.CHROMIUM_PATH = (await findChromium()) ?? "";
    process.env.NODE_ENV = "production";
    await build("client");
    if (options.length === 0) await checkSources();
    await build("pages", "server");
    delete process.env.NODE_ENV;
    await run(...tool("playwright", "test", ...options));
  },

  /** Runs longer rounds of the laws that `npm test` checks briefly: half an hour for all, or only the tests named. */
  async "test:long"(...options) {
    process.env.ROUNDS = "long";
    if (options.length === 0) {
      await install({ withTools: true });
      await build("client");
      await run(...tool("vitest", "run", "lib/field-types/laws", "lib/server/trash"), { NODE_ENV: "test" });
    }
    const all = [...models, "e2e/faults", "--reporter=list"];
    await commands.test(...(options.length > 0 ? options : all));
  },

  /** A million calls and thousands of lists against models of the service, for an hour or two; `SEED` runs them again. */
  async soak() {
    process.env.ROUNDS = "full";
    // All its parts at once: each waits for one answer at a time.
    await commands.test(...models, "--reporter=list", "--workers=8");
  },

  /**
   * Kills, cuts, races and fills the disk, for hours; `SEED` runs the same random calls again. With arguments
   * only those: `npm run faults -- e2e/faults/kills.spec.ts`.
   */
  async faults(...options) {
    process.env.ROUNDS = "full";
    const all = ["e2e/faults", "e2e/api/requests.spec.ts", "e2e/api/authorization.spec.ts"];
    await commands.test(...(options.length > 0 ? options : all), "--reporter=list");
  },

  /** Takes the pictures of the README anew. */
  async screenshots() {
    await commands.test("--config=e2e/screenshots/playwright.config.ts");
  },

  /** Measures what the README's table of speed says. */
  async bench() {
    await install({ withTools: true });
    process.env.NODE_ENV = "production";
    await build("client", "pages", "server", "serverWithoutLog", "bench");
    // PostgreSQL has room for all servers that are compared; each has as many as ever.
    process.env.DATABASE_CONNECTIONS = "80";
    await enter("bench");
  },

  /** Measures the grid in Chromium, on a million records. */
  async "bench:grid"() {
    await install({ withTools: true });
    process.env.CHROMIUM_PATH = (await findChromium()) ?? "";
    process.env.NODE_ENV = "production";
    await build("client", "pages", "server", "gridBench");
    await enter("grid-bench");
  },
};

/** What needs the database, but neither pages nor a port. */
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

/** Goes on in this very process, so that signals and the exit code need nobody to pass them on. */
function enter(program) {
  return import(pathToFileURL(path.resolve("dist", `${program}.mjs`)));
}

export async function runCommand(name, options) {
  // A file that is named is looked for where the person is, as npm tells it too.
  process.env.INIT_CWD ??= process.cwd();
  process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  if (existsSync(".env")) process.loadEnvFile(".env");
  // Neither is anybody's business.
  process.env.NEXT_TELEMETRY_DISABLED ??= "1";
  process.env.CHECKPOINT_DISABLE ??= "1";
  try {
    if (!Object.hasOwn(commands, name ?? "")) {
      throw new Failure(`There is no such command. There are ${Object.keys(commands).join(", ")}.`);
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
