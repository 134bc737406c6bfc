import { areEqualSecrets } from "../../config/process/equal-secrets.ts";
import { randomLetters } from "../wire/ids.ts";
import { signWoohoo, sortKeys } from "../wire/signing.ts";
import type { Call, Vendor } from "../wire/vendor.ts";
import { read, refuse, refuseOauth } from "./refusals.ts";
import { TokenRequest, Verify } from "./schemas.ts";

const WEEK_MS = 7 * 24 * 3_600_000;

type Keys = { clientId: string; clientSecret: string; username: string; password: string };

/** Adds the calls of the log-in, and checks the token and the signature of all others. */
export function addLogin(vendor: Vendor, keys: Keys, now: () => number) {
  const codes = new Set<string>();
  /** When each token ends (ms). */
  const tokens = new Map<string, number>();

  vendor.route("POST", "/oauth2/verify", "token verify", (call) => {
    const { clientId, username, password } = read(call, Verify);
    const isRight =
      clientId === keys.clientId && username === keys.username && areEqualSecrets(password, keys.password);
    if (!isRight) throw refuse(401, 401, "Invalid credentials");
    const authorizationCode = randomLetters(32);
    codes.add(authorizationCode);
    return { status: 200, body: { authorizationCode } };
  });
  vendor.route("POST", "/oauth2/token", "token", (call) => {
    const { clientId, clientSecret, authorizationCode } = read(call, TokenRequest);
    if (clientId !== keys.clientId || !areEqualSecrets(clientSecret, keys.clientSecret))
      throw refuse(401, 401, "Invalid client");
    if (!codes.delete(authorizationCode)) throw refuse(401, 401, "Invalid authorization code");
    const token = randomLetters(32);
    tokens.set(token, now() + WEEK_MS);
    return { status: 200, body: { token } };
  });

  function authenticate(call: Call): void {
    const { authorization = "", dateatclient: date, signature } = call.headers;
    const token = /^Bearer (\S+)$/.exec(authorization)?.[1] ?? "";
    if ((tokens.get(token) ?? 0) <= now()) throw refuseOauth("token_rejected", "the token is unknown or has expired");
    if (typeof date !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(date))
      throw refuseOauth("parameter_absent", "dateAtClient must be an ISO 8601 time");
    const expected = signWoohoo(keys.clientSecret, call.method, call.origin + call.url, call.body);
    if (typeof signature !== "string" || !areEqualSecrets(signature, expected))
      throw refuseOauth("signature_invalid", "the signature does not fit method, URL and body");
    const sorted = JSON.stringify(sortKeys(call.body));
    if (call.body !== undefined && sorted !== call.rawBody.toString("utf8"))
      call.warn("the body was not sent as it was signed: sorted");
  }

  return { authenticate, revokeTokens: () => tokens.clear() };
}
