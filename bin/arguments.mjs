import { parseArgs } from "node:util";
import { Failure } from "./run.mjs";

/**
 * Arguments of each command besides `--help`; none by default. An option has the name of its value, empty for a flag,
 * and its meaning. `passesOn` hands all arguments to Playwright.
 */
const commands = {
  start: { does: "Serves Rowhouse, building what is out of date." },
  build: { does: "Builds what start serves, for an image or a machine that only serves." },
  dev: { does: "Serves the sources, and again whenever they change." },
  key: {
    does: "Makes an API key and prints it, this once.",
    options: {
      name: ["text", 'what it is called; "From npm run key" when left out'],
      scopes: ["list", "read,write,schema,keys: all of them when left out"],
      databases: ["ids", "the databases it opens, by their ids: all when left out"],
      expires: ["time", "when it ends, such as 2030-01-31T09:30:00Z: never when left out"],
    },
  },
  "sign-in": { does: "Prints a new link that signs one browser in, beside a server that runs." },
  backup: { does: "Writes everything into one file.", place: "file or folder", isOptional: true },
  restore: {
    does: "Puts everything back from a backup.",
    options: { "revoke-keys": ["", "revokes every API key of the backup"] },
    place: "file",
  },
  test: { does: "Checks everything, or runs only the tests that are named.", passesOn: true },
  "test:long": {
    does: "Runs longer rounds of the laws that npm test checks briefly, or only the tests named.",
    passesOn: true,
  },
  soak: { does: "Compares a million calls with models of the service." },
  faults: { does: "Kills, cuts and races, for hours; or only the tests that are named.", passesOn: true },
  screenshots: { does: "Takes the pictures of the README." },
  bench: { does: "Measures the API." },
  "bench:grid": { does: "Measures the grid in Chromium." },
};

/** The usage of a command where it is asked for, undefined otherwise; a failure for arguments that it does not take. */
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
    const most = command.place ? 1 : 0;
    if (positionals.length <= most) return undefined;
    throw new Error(`Unknown argument '${positionals[most]}'`);
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
