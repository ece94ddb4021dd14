import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { Prisma } from "../../prisma/client/client";
import type { CallerRights } from "./access/rights";

/** The caller of an operation. */
export interface Caller {
  /** Empty for one who is not signed in. */
  readonly personId: string;
  readonly keyId: string | null;
  /** The network address; empty if unknown. */
  readonly address: string;
}

/** A running transaction: all queries below use its connection. */
export interface UnderWay {
  /** True until it has its connection. */
  isOpening: boolean;
  /** Its deadline, as in `performance.now()`. */
  deadline: number;
  client?: pg.PoolClient;
  transaction?: Prisma.TransactionClient;
  /** The latest statement through `db.ts`; never rejects. */
  latest: Promise<unknown>;
  /** Callbacks to run after the commit. */
  readonly afterwards: (() => void)[];
}

/** A call in progress. */
export interface CallUnderWay {
  /** Its beginning, as in `performance.now()`. */
  readonly since: number;
  /** Time in ms that it has computed since its last turn. */
  computed: number;
}

/** Facts about the work in progress. */
export interface Context {
  /** The caller whose events are recorded. */
  readonly caller?: Caller;
  /** The rights that decide which fields exist (`hiddenFields`); all do without any. */
  readonly reader?: CallerRights;
  /** The id under which limits count its queries. */
  readonly holder?: string | undefined;
  readonly call?: CallUnderWay;
  readonly underWay?: UnderWay | undefined;
}

/** Global, because our server and Next's bundle each load this module. */
const shared = globalThis as typeof globalThis & { rowhouseContext?: AsyncLocalStorage<Context> };

/** The only one of its kind, because Node copies each of them to every promise that is made. */
const storage = shared.rowhouseContext ?? new AsyncLocalStorage<Context>();
shared.rowhouseContext = storage;

const nothing: Context = {};

/** Facts about the work in progress; none outside of a call. */
export function context(): Context {
  return storage.getStore() ?? nothing;
}

/** Runs `work` with these facts besides those of the work in progress. */
export function within<Result>(facts: Context, work: () => Result): Result {
  return storage.run({ ...context(), ...facts }, work);
}
