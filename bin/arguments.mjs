import { parseArgs } from "node:util";
import { Failure } from "./run.mjs";

/**
 * The commands with their arguments besides `--help`; none by default. An option has the name of its value, empty for
 * a flag, and a description. `passesOn` passes all arguments to Playwright.
 */
const commands = {
  start: { does: "Builds what is out of date and starts the server." },
  build: { does: "Builds everything that `npm start` needs, such as for a container image." },
  dev: { does: "Starts a development server that reloads on changes." },
  key: {
    does: "Creates an API key and prints it once.",
    options: {
      name: ["text", 'name of the key; default: "From npm run key"'],
      scopes: ["list", "scopes separated by commas; default: read,write,schema,keys"],
      databases: ["ids", "ids of its databases, separated by commas; default: all databases"],
      expires: ["time", "time of expiry, such as 2030-01-31T09:30:00Z; default: never"],
    },
  },
  "owner-link": { does: "Prints a new one-time link that signs in the owner." },
  backup: { does: "Backs up all data to one file.", place: "file or folder", isOptional: true },
  restore: {
    does: "Restores all data from a backup.",
    options: { "revoke-keys": ["", "revoke all API keys of the backup"] },
    place: "file",
  },
  test: { does: "Runs all checks and tests, or only the given tests.", passesOn: true },
  "test:long": {
    does: "Runs all tests that npm test leaves out and longer rounds of the others, or only the given tests.",
    passesOn: true,
  },
  soak: { does: "Compares the results of a million calls with models of the service." },
  faults: { does: "Runs fault tests for hours, or only the given ones.", passesOn: true },
  screenshots: { does: "Takes the screenshots for the README." },
  bench: { does: "Runs the API benchmark." },
  "bench:grid": { does: "Runs the grid benchmark in Chromium." },
};

/** Returns the usage text for `--help`, else undefined. Throws a `Failure` for invalid arguments. */
export function checkArguments(name, given) {
  const command = commands[name];
  if (!command) return undefined;
  if (given.some((each) => each === "--help" || each === "-h")) return usageOf(name, command);
  if (command.passesOn) return undefined;
  try {
    const { positionals } = parseArgs({
      args: given,
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(command.options ?? {}).map(([option, [value]]) => [
          option,
          { type: value === "" ? "boolean" : "string" },
        ]),
      ),
    });
    const maxPositionals = command.place ? 1 : 0;
    if (positionals.length <= maxPositionals) return undefined;
    throw new Error(`Unknown argument '${positionals[maxPositionals]}'`);
  } catch (error) {
    const [sentence] = error.message.split(/\. |\n/);
    throw new Failure(`${sentence}.\n\n  ${usageOf(name, command).replaceAll("\n", "\n  ")}`, 2);
  }
}

function usageOf(name, { does, options = {}, place, isOptional, passesOn }) {
  const command = ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`;
  const placed = place && (isOptional ? `[${place}]` : `<${place}>`);
  const rest = passesOn ? "[Playwright's arguments]" : placed;
  const taken = Object.entries(options).map(([option, [value]]) =>
    value === "" ? `[--${option}]` : `[--${option} <${value}>]`,
  );
  const all = [...taken, ...(rest ? [rest] : [])];
  const lines = Object.entries(options).map(([option, [, meaning]]) => `  --${option.padEnd(12)} ${meaning}`);
  return [`Usage: ${command}${all.length > 0 ? ` -- ${all.join(" ")}` : ""}`, does, ...lines].join("\n");
}
