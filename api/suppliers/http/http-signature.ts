import { createHash, createHmac } from "node:crypto";

type Signed = {
  method: string;
  /** Path and query as sent. */ path: string;
  body: string;
  /** Unix seconds. */ at: number;
};

/**
 * `t=<unix s>,v1=<hex>`: HMAC-SHA256 with the secret over `t.METHOD.path?query.sha256hex(body)` (docs/suppliers/http.md).
 */
export function signHttpCall(secret: string, { method, path, body, at }: Signed): string {
  const digest = createHash("sha256").update(body).digest("hex");
  const v1 = createHmac("sha256", secret).update(`${at}.${method}.${path}.${digest}`).digest("hex");
  return `t=${at},v1=${v1}`;
}
