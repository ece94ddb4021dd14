import "@/lib/client/without-eval";

import type { Challenge } from "@/lib/contract/forms";
import { solve } from "./solve";

/** Solves a challenge off the page's thread, so that typing stays smooth. */
self.onmessage = async ({ data }: MessageEvent<Challenge>) => self.postMessage(await solve(data));
