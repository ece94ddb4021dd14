import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import path from "node:path";

/** Ends the launcher with a message, or without one if a program has printed it. */
export class Failure extends Error {
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}

/** Runs a program with its output shown. Throws a `Failure` if it fails. */
export async function run(program, options, environment = {}) {
  const code = await exitCodeOf(start(program, options, { stdio: "inherit", environment }));
  if (code !== 0) throw new Failure("", code);
}

/** Runs a program and shows its output only if it fails. */
export async function runQuietly(program, options, environment = {}) {
  const child = start(program, options, { stdio: ["ignore", "pipe", "pipe"], environment });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await exitCodeOf(child);
  if (code === 0) return;
  process.stderr.write(output);
  throw new Failure("", code);
}

/** The Node arguments that run a program of an installed package. */
export function tool(name, ...options) {
  return [process.execPath, [path.join("node_modules", ".bin", name), ...options]];
}

function start(program, options, { stdio, environment }) {
  return spawn(program, options, { stdio, env: { ...process.env, ...environment } });
}

/** Waits until the program ends, also after a signal to both. */
async function exitCodeOf(child) {
  const pass = (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, pass);
  const [code, signal] = await once(child, "close");
  for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, pass);
  return code ?? 128 + constants.signals[signal];
}
