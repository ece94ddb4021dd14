import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { install } from "./install.mjs";
import { Failure, run, runQuietly, tool } from "./run.mjs";

const commands = {
  /** Serves what is built, building what is out of date. */
  async start() {
    await install({ withTools: false });
    process.env.NODE_ENV = "production";
    await build("client", "pages", "server");
    await enter("server");
  },

  /** Serves the sources, and again whenever they change. */
  async dev() {
    await install({ withTools: false });
    process.env.NODE_ENV = "development";
    await build("client", "server");
    await enter("server");
  },

  /** Prints a new API key. */
  async key() {
    await install({ withTools: false });
    process.env.NODE_ENV = "production";
    await build("client", "server");
    await enter("server");
  },

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

  /** A million calls against a model of the service, for hours; `MODEL_SEED` makes the same ones again. */
  async soak() {
    process.env.MODEL_OPERATIONS ??= "1000000";
    await commands.test("e2e/api/model.spec.ts", "--reporter=list");
  },

  /** Measures what the README's table of speed says. */
  async bench() {
    await install({ withTools: true });
    process.env.NODE_ENV = "production";
    await build("client", "pages", "server", "bench");
    await enter("bench");
  },
};

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
  process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  if (existsSync(".env")) process.loadEnvFile(".env");
  // Neither is anybody's business.
  process.env.NEXT_TELEMETRY_DISABLED ??= "1";
  process.env.CHECKPOINT_DISABLE ??= "1";
  try {
    if (!Object.hasOwn(commands, name ?? "")) {
      throw new Failure(`There is no such command. There are ${Object.keys(commands).join(", ")}.`);
    }
    await commands[name](...options);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.message) console.error(`\n  ${error.message}\n`);
    process.exit(error.code);
  }
}
