import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";

/** How to reach a PostgreSQL on this machine: by a socket in a folder, or by a port of 127.0.0.1. */
export interface ServerPlace {
  /** Also part of the socket's name. */
  readonly port: number;
  readonly socketFolder?: string | undefined;
}

/** Maximum length of a socket's path in bytes on all systems. */
const maxPathLength = 103;

const socketPort = 5432;

/**
 * A socket in the cluster's own folder, which no other user may enter and which costs a third less than TCP.
 * Undefined if the system has no sockets or the path is too long.
 */
export function socketPlace(folder: string): ServerPlace | undefined {
  const isPossible = process.platform !== "win32" && Buffer.byteLength(socketIn(folder)) <= maxPathLength;
  return isPossible ? { port: socketPort, socketFolder: folder } : undefined;
}

/** The path of the socket in a folder. */
export function socketIn(folder: string): string {
  return path.join(folder, `.s.PGSQL.${socketPort}`);
}

/** A free TCP port. */
export async function freePortPlace(): Promise<ServerPlace> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return { port };
}

/** The URL of the database at a place, for a role. */
export function addressAt(
  { port, socketFolder }: ServerPlace,
  { user, password }: { readonly user: string; readonly password: string },
): string {
  const query = new URLSearchParams({ sslmode: "disable" });
  if (socketFolder !== undefined) query.set("host", socketFolder);
  return `postgresql://${user}:${password}@127.0.0.1:${port}/postgres?${query}`;
}

/** Parses the place from a URL. */
export function placeIn(address: string): ServerPlace {
  const { port, searchParams } = new URL(address);
  return { port: Number(port), socketFolder: searchParams.get("host") ?? undefined };
}

/** The server settings of a place. */
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
