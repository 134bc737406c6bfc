import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string) => createHash("sha256").update(`seal ${secret}`).digest();

/** Encrypts a cookie, so that not even its browser can read it: AES-256-GCM with the first of `secrets`. */
export const sealWith = (secrets: string[]) => ({
  encode(value: string) {
    if (value === "") return "";
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", keyOf(secrets[0]!), iv);
    return Buffer.concat([iv, cipher.update(value, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
  },
  /** Returns a value that no secret decrypts unchanged; the signature check then refuses it. */
  decode(value: string) {
    for (const secret of secrets) {
      const opened = open(value, secret);
      if (opened !== null) return opened;
    }
    return value;
  },
});

function open(sealed: string, secret: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8");
  try {
    return text + decipher.final("utf8");
  } catch {
    return null; // not ours, or changed
  }
}
