import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import path from "node:path";

/** Ends the launcher: with a sentence, or without one where a program has said it all. */
export class Failure extends Error {
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}

/** Runs a program to its end in front of the person who waits; its failure is ours. */
export async function run(program, options, environment = {}) {
  const code = await exitCodeOf(start(program, options, { stdio: "inherit", environment }));
  if (code !== 0) throw new Failure("", code);
}

/** Runs a program that is of interest only if it fails. */
export async function runQuietly(program, options, environment = {}) {
  const child = start(program, options, { stdio: ["ignore", "pipe", "pipe"], environment });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await exitCodeOf(child);
  if (code === 0) return;
  process.stderr.write(output);
  throw new Failure("", code);
}

/** The arguments for Node that run a program of an installed package. */
export function tool(name, ...options) {
  return [process.execPath, [path.join("node_modules", ".bin", name), ...options]];
}

function start(program, options, { stdio, environment }) {
  return spawn(program, options, { stdio, env: { ...process.env, ...environment } });
}

/** Stays until the program has ended, also when both are told to stop. */
async function exitCodeOf(child) {
  const pass = (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, pass);
  const [code, signal] = await once(child, "close");
  for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, pass);
  return code ?? 128 + constants.signals[signal];
}
