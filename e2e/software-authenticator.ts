/** An authenticator in software, which creates passkeys and signs in with them as a browser would send it. */
import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from "node:crypto";
import { expect } from "playwright/test";
import type {
  Assertion,
  NewCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from "../lib/contract/passkeys";
import type { ApiClient } from "./api-client";

/** A passkey on the device. */
export interface SoftwarePasskey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly userHandle: string;
}

/** The parts of a response that the browser and authenticator add, and that tests change. */
export interface Ceremony {
  readonly origin: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly counter?: number;
}

/** Creates a passkey of ES256, without attestation. */
export function createOnDevice(
  { challenge, rp, user }: Pick<PasskeyCreationOptions, "challenge" | "rp" | "user">,
  { rpId = rp.id, type = "webauthn.create", ...ceremony }: Ceremony,
  id: string = randomBytes(32).toString("base64url"),
): { readonly passkey: SoftwarePasskey; readonly credential: NewCredential } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const coseKey = cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
  const rawId = Buffer.from(id, "base64url");
  const attested = Buffer.concat([Buffer.alloc(16), uint16(rawId.length), rawId, coseKey]);
  const authData = Buffer.concat([authenticatorData({ ...ceremony, rpId }, hasAttested), attested]);
  const attestation = new Map<string, Cbor>([
    ["fmt", "none"],
    ["attStmt", new Map()],
    ["authData", authData],
  ]);
  return {
    passkey: { id, privateKey, userHandle: user.id },
    credential: {
      id,
      rawId: id,
      type: "public-key",
      response: {
        clientDataJSON: clientData({ type, challenge, origin: ceremony.origin }).toString("base64url"),
        attestationObject: cbor(attestation).toString("base64url"),
      },
    },
  };
}

/** Adds a passkey to the account of a caller. */
export async function addPasskey(
  api: ApiClient,
  currentPassword: string,
  ceremony: Partial<Ceremony> = {},
): Promise<{ readonly id: string; readonly passkey: SoftwarePasskey }> {
  const { body: options } = await api.post<PasskeyCreationOptions>("/me/passkeys/options", {
    currentPassword,
  });
  const { passkey, credential } = createOnDevice(options, { origin: api.origin, ...ceremony });
  const { status, body } = await api.post("/me/passkeys", { name: "Passkey", credential });
  expect(status).toBe(201);
  return { id: body.id, passkey };
}

/** Signs in with a passkey. */
export function assertOnDevice(
  { challenge, rpId: asked }: Pick<PasskeyRequestOptions, "challenge" | "rpId">,
  { id, privateKey, userHandle }: SoftwarePasskey,
  { rpId = asked, type = "webauthn.get", ...ceremony }: Ceremony,
): Assertion {
  const data = authenticatorData({ ...ceremony, rpId });
  const client = clientData({ type, challenge, origin: ceremony.origin });
  const signature = sign("sha256", Buffer.concat([data, hash("sha256", client, "buffer")]), privateKey);
  return {
    id,
    rawId: id,
    type: "public-key",
    response: {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
      userHandle,
    },
  };
}

function clientData(data: { type: string; challenge: string; origin: string }): Buffer {
  return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
}

const hasAttested = 0x40;

function authenticatorData(
  { rpId, isPresent = true, isVerified = true, counter = 0 }: Omit<Ceremony, "origin"> & { rpId: string },
  flags = 0,
): Buffer {
  const start = Buffer.alloc(5);
  start.writeUInt8((isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0) | flags);
  start.writeUInt32BE(counter, 1);
  return Buffer.concat([hash("sha256", rpId, "buffer"), start]);
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** Encodes the few kinds of values that authenticators send. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === "string")
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([cborHead(5, value.size), ...entries]);
}

function cborHead(kind: number, count: number): Buffer {
  const type = kind << 5;
  if (count < 24) return Buffer.from([type | count]);
  return count < 256
    ? Buffer.from([type | 24, count])
    : Buffer.concat([Buffer.from([type | 25]), uint16(count)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
