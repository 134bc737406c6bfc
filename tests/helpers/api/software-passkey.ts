import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** The options that a server sends to a browser, as far as a device reads them. */
type Creation = { challenge: string; rp: { id: string }; user: { id: string } };
type Request = { challenge: string; rpId: string };

/** The faults of a dishonest device or page. */
type Faults = {
  origin?: string;
  rpId?: string;
  /** The device required no finger or PIN. */
  isUnverified?: boolean;
  /** In place of one more than the last. */
  counter?: number;
  challenge?: string;
  userHandle?: string;
  type?: string;
};

const UP = 0x01;
const UV = 0x04;
const HAS_CREDENTIAL = 0x40;

/**
 * A device with a passkey for a page at `origin`: real CBOR and COSE (RFC 9053), and ES256 signatures. It counts its
 * signatures, as security keys do.
 */
export function createSoftwarePasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;
  let user = "";

  /** A browser's answer, as the JSON of `PublicKeyCredential.toJSON()`. */
  const answer = (response: object) => {
    const name = id.toString("base64url");
    return JSON.stringify({ id: name, rawId: name, type: "public-key", clientExtensionResults: {}, response });
  };

  const clientData = (type: string, { challenge }: { challenge: string }, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    );

  function authenticatorData(rpId: string, faults: Faults, credential?: Buffer) {
    counter = faults.counter ?? counter + 1;
    const [flags, count] = [Buffer.alloc(1), Buffer.alloc(4)];
    flags.writeUInt8(UP | (faults.isUnverified ? 0 : UV) | (credential ? HAS_CREDENTIAL : 0));
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(faults.rpId ?? rpId), flags, count, credential ?? Buffer.alloc(0)]);
  }

  return {
    id: id.toString("base64url"),

    /** Makes the passkey. */
    create(options: Creation, faults: Faults = {}): string {
      user = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, encodeCbor(toCose(publicKey))]);
      const authData = authenticatorData(options.rp.id, faults, credential);
      const attestation = new Map<string, Cbor>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      return answer({
        clientDataJSON: clientData("webauthn.create", options, faults).toString("base64url"),
        attestationObject: encodeCbor(attestation).toString("base64url"),
        transports: ["internal"],
      });
    },

    /** Signs a challenge. */
    use(options: Request, faults: Faults = {}): string {
      const client = clientData("webauthn.get", options, faults);
      const authData = authenticatorData(options.rpId, faults);
      const signature = sign("sha256", Buffer.concat([authData, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: faults.userHandle ?? user,
      });
    },
  };
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** EC2, ES256, P-256. */
function toCose(key: KeyObject): Cbor {
  const { x, y } = key.export({ format: "jwk" });
  return new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x!, "base64url")],
    [-3, Buffer.from(y!, "base64url")],
  ]);
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** CBOR (RFC 8949) of integers, texts, bytes and maps. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(encodeCbor)]);
}

/** The major type and the number with which each item begins. */
function head(type: number, count: number): Buffer {
  if (count < 24) return Buffer.of((type << 5) | count);
  if (count < 256) return Buffer.of((type << 5) | 24, count);
  return Buffer.of((type << 5) | 25, count >> 8, count & 255);
}
