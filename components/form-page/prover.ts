import { api } from "@/lib/client/api";
import type { Challenge, Proof } from "@/lib/contract/forms";
import type { LinkCall } from "./link-call";

/** Provides the proof of work of a form. */
export interface Prover {
  /** Begins the work ahead of the submission. */
  readonly prepare: () => void;
  /** A proof that has not been used yet and is not about to expire. */
  readonly prove: () => Promise<Proof>;
  /** Drops the proof, because the server has taken it. */
  readonly drop: () => void;
}

export function createProver(call: LinkCall): Prover {
  let work: Promise<Proof> | undefined;

  function start(): Promise<Proof> {
    const started = begin(call);
    work = started;
    // The next attempt begins anew.
    started.catch(() => {
      if (work === started) work = undefined;
    });
    return started;
  }
  return {
    prepare() {
      if (!work) void start().catch(() => {});
    },
    async prove() {
      const proof = await (work ?? start());
      return isFresh(proof) ? proof : start();
    },
    drop() {
      work = undefined;
    },
  };
}

async function begin(call: LinkCall): Promise<Proof> {
  const challenge = await api("GET /forms/{token}/challenge", call);
  return solvedInWorker(challenge).catch(async () => (await import("./solve")).solve(challenge));
}

/** Rejects where workers are not available. */
function solvedInWorker(challenge: Challenge): Promise<Proof> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./solve-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Proof>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      reject(new Error("The worker could not be started."));
    };
    worker.postMessage(challenge);
  });
}

/** The time in seconds that a submission may take. */
const margin = 30;

function isFresh({ challenge: { parameters } }: Proof): boolean {
  const { expiresAt } = parameters;
  return typeof expiresAt !== "number" || expiresAt - margin > Date.now() / 1_000;
}
