import { Prisma, queryAtDoor } from "@/lib/server/db";
import type { Door } from "@/lib/server/http/door";
import type { Probes } from "@/lib/server/http/probes";
import { closeNews } from "@/lib/server/log/news";
import { closeAtEnd } from "./lifetime";
import { createListener, type Mode } from "./listener";

/** Lets requests in, and has them answered to the last one when the process ends. */
export async function openDoor(mode: Mode, door: Door, probes: Probes): Promise<void> {
  door.open(await createListener(mode, door.server));
  probes.start(async () => void (await queryAtDoor(Prisma.sql`SELECT`)));
  closeAtEnd(() => door.close());
  // A stream without end would keep the door from closing.
  closeAtEnd(closeNews);
  closeAtEnd(async () => probes.stop());
}
