import { createHash, createHmac, randomBytes } from "node:crypto";

import { z } from "zod";

import { areEqualSecrets } from "../../config/equal-secrets.ts";
import type { TenantKey, TenantKeys } from "./keys.ts";

/** What an access token says: whose it is, of which login, and until when (ms). */
export type AccessClaims = { tenantId: string; userId: string; sessionId: string; expiresAt: number };

const ClaimsSchema = z.strictObject({
  tenantId: z.string(),
  userId: z.string(),
  sessionId: z.string(),
  expiresAt: z.int(),
});

/** A signed token `KEY_ID.CLAIMS.HMAC`; it can be read by its bearer and changed by nobody. */
export function signAccessToken(claims: AccessClaims, keys: TenantKeys): string {
  const key = keys.current("access-token");
  const signed = `${key.id}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  return `${signed}.${mac(key, signed)}`;
}

/** The claims of a token that this tenant signed and that has not run out at `now` (ms), else undefined. */
export function verifyAccessToken(token: string, tenantId: string, keys: TenantKeys, now: number) {
  const [keyId, payload, signature, ...rest] = token.split(".");
  if (!keyId || !payload || !signature || rest.length > 0) return undefined;
  const key = keys.find("access-token", keyId);
  if (!key || !areEqualSecrets(signature, mac(key, `${keyId}.${payload}`))) return undefined;
  // Signed, therefore ours; parsed all the same, since an older version may have signed it.
  const claims = ClaimsSchema.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if (!claims.success || claims.data.tenantId !== tenantId || claims.data.expiresAt <= now) return undefined;
  return claims.data satisfies AccessClaims;
}

/** A refresh token or the token of a link: 256 random bits. Only its hash is stored. */
export const createToken = () => randomBytes(32).toString("base64url");

export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

/** An id that cannot be guessed and that no other tenant has either (128 random bits). */
export const randomId = () => randomBytes(16).toString("base64url");

const mac = ({ secret }: TenantKey, text: string) => createHmac("sha256", secret).update(text).digest("base64url");
