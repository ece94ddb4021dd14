import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";

/** Where a PostgreSQL of this machine is reached: by the socket in a folder, else by a port of 127.0.0.1. */
export interface ServerPlace {
  /** Names the socket as well. */
  readonly port: number;
  readonly socketFolder?: string | undefined;
}

/** The longest path of a socket, in bytes, that every system takes. */
const longestPath = 103;

const socketPort = 5432;

/**
 * The place for the server of a cluster: a socket in its own folder, which no other user may enter, and which costs a
 * third less than TCP. Undefined where the system has no sockets, or the path is too long for one.
 */
export function socketPlace(folder: string): ServerPlace | undefined {
  const isPossible = process.platform !== "win32" && Buffer.byteLength(socketIn(folder)) <= longestPath;
  return isPossible ? { port: socketPort, socketFolder: folder } : undefined;
}

/** The file of the socket in a folder. */
export function socketIn(folder: string): string {
  return path.join(folder, `.s.PGSQL.${socketPort}`);
}

/** A place at a port that nobody listens on. */
export async function freePortPlace(): Promise<ServerPlace> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return { port };
}

/** The address of the database at a place, for a role. */
export function addressAt(
  { port, socketFolder }: ServerPlace,
  { user, password }: { readonly user: string; readonly password: string },
): string {
  const query = new URLSearchParams({ sslmode: "disable" });
  if (socketFolder !== undefined) query.set("host", socketFolder);
  return `postgresql://${user}:${password}@127.0.0.1:${port}/postgres?${query}`;
}

/** The place that an address names. */
export function placeIn(address: string): ServerPlace {
  const { port, searchParams } = new URL(address);
  return { port: Number(port), socketFolder: searchParams.get("host") ?? undefined };
}

/** What the server's settings say of a place. */
export function placeSettings({ port, socketFolder }: ServerPlace): {
  readonly [name: string]: string | number;
} {
  const isSocket = socketFolder !== undefined;
  return {
    port,
    listen_addresses: isSocket ? "" : "127.0.0.1",
    unix_socket_directories: isSocket ? `"${socketFolder.replaceAll('"', '""')}"` : "",
    unix_socket_permissions: "0700",
  };
}
