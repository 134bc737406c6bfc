import { createHash, createHmac, randomBytes } from "node:crypto";

import { z } from "zod";

import { areEqualSecrets } from "../../config/process/equal-secrets.ts";
import type { TenantKey, TenantKeys } from "./keys.ts";

/** The claims of an access token. `expiresAt` in ms. */
export type AccessClaims = { tenantId: string; userId: string; sessionId: string; expiresAt: number };

const ClaimsSchema = z.strictObject({
  tenantId: z.string(),
  userId: z.string(),
  sessionId: z.string(),
  expiresAt: z.int(),
});

/** Signs a token `KEY_ID.CLAIMS.HMAC`. Its bearer can read it; nobody can change it. */
export function signAccessToken(claims: AccessClaims, keys: TenantKeys): string {
  const key = keys.current("access-token");
  const signed = `${key.id}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  return `${signed}.${mac(key, signed)}`;
}

/** The claims of a token that this tenant signed and that is valid at `now` (ms); otherwise undefined. */
export function verifyAccessToken(token: string, tenantId: string, keys: TenantKeys, now: number) {
  const [keyId, payload, signature, ...rest] = token.split(".");
  if (!keyId || !payload || !signature || rest.length > 0) return undefined;
  const key = keys.find("access-token", keyId);
  if (!key || !areEqualSecrets(signature, mac(key, `${keyId}.${payload}`))) return undefined;
  // The token's signature is valid, but an older version may have signed it with other claims.
  const claims = ClaimsSchema.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if (!claims.success || claims.data.tenantId !== tenantId || claims.data.expiresAt <= now) return undefined;
  return claims.data satisfies AccessClaims;
}

/** Creates a token for a link in a message to a phone: 22 characters with 128 random bits. Only its hash is stored. */
export const createShortToken = () => randomBytes(16).toString("base64url");

/** Creates a token for refreshing or for a link: 256 random bits. Only its hash is stored. */
export const createToken = () => randomBytes(32).toString("base64url");

export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

/** Creates an unguessable id that is unique across tenants (128 random bits). */
export const randomId = () => randomBytes(16).toString("base64url");

const mac = ({ secret }: TenantKey, text: string) => createHmac("sha256", secret).update(text).digest("base64url");
