import { rm } from "node:fs/promises";
import { ensureOwnerKey } from "@/lib/server/access/keys";
import { Prisma, queryAtDoor } from "@/lib/server/db";
import { closeFolders } from "@/lib/server/files/close-folders";
import { startHousekeeping } from "@/lib/server/housekeeping";
import { takePort } from "@/lib/server/http/door";
import { Probes } from "@/lib/server/http/probes";
import { closeNews } from "@/lib/server/log/news";
import { openDatabase } from "@/lib/server/postgres/open-database";
import { readEnvironment, use } from "./database";
import { closeAtEnd, fail } from "./lifetime";
import { createListener, type Mode } from "./listener";
import { complain } from "./print";
import { welcome } from "./welcome";

/** Serves until the process is told to stop: the port, the database, HTTP. */
export async function serve(mode: Mode): Promise<void> {
  const environment = readEnvironment();
  const probes = new Probes();
  const door = await takePort(environment.HOST, environment.PORT, probes.answer);
  process.env.PORT = String(door.port);
  await closeFolders(environment.ROWHOUSE_DATA_DIR);
  use(await openDatabase(environment, fail));
  const listener = await createListener(mode, door);
  await forgetOptimizedImages();
  const key = await ensureOwnerKey(environment.ROWHOUSE_API_KEY);
  closeAtEnd(startHousekeeping());
  door.open(listener);
  probes.start(async () => void (await queryAtDoor(Prisma.sql`SELECT`)));
  closeAtEnd(() => door.close());
  closeAtEnd(async () => probes.stop());
  // A stream without end would keep the door from closing.
  closeAtEnd(closeNews);
  await welcome(key);
}

/** Earlier versions let Next's image optimizer keep copies of uploads, which outlived the uploads themselves. */
async function forgetOptimizedImages(): Promise<void> {
  await rm(".next/cache/images", { recursive: true, force: true }).catch(complain);
}
