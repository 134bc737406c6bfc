import { Unreachable } from "../../base/unreachable.ts";
import { callRemote, parseWireJson } from "../../remote/call-remote.ts";
import type { GatewayOptions } from "../gateway-options.ts";
import { parseShape, readSecrets, refuseUnclear } from "../wire.ts";
import { basesOf, NAME } from "./bases.ts";
import { Token } from "./shapes.ts";

type Options = Pick<GatewayOptions<"phonepe">, "settings" | "secrets" | "clock">;

type Held = { authorization: string; credentials: string; renewAt: number };

/**
 * The access token of one brand
 * (https://developer.phonepe.com/payment-gateway/website-integration/standard-checkout/api-integration/api-reference/authorization).
 * It is renewed after half of its life, by one call at a time; while a renewal fails, the old one stays in use.
 */
export function createTokens(options: Options) {
  const { secrets, clock } = options;
  let held: Held | undefined;
  let renewing: Promise<Held> | undefined;

  const currentCredentials = () =>
    new URLSearchParams({
      client_id: readSecrets(secrets, "CLIENT_ID")[0],
      client_secret: readSecrets(secrets, "CLIENT_SECRET")[0],
      client_version: readSecrets(secrets, "CLIENT_VERSION")[0],
      grant_type: "client_credentials",
    }).toString();

  function renew(credentials: string): Promise<Held> {
    renewing ??= fetchToken(options, credentials)
      .then(({ authorization, lifeMs }) => (held = { authorization, credentials, renewAt: clock.now() + lifeMs / 2 }))
      .finally(() => (renewing = undefined));
    return renewing;
  }

  /** The Authorization header. A `refused` token is not returned again. */
  async function authorise(refused?: string): Promise<string> {
    const credentials = currentCredentials();
    const known = held?.credentials === credentials && held.authorization !== refused ? held : undefined;
    if (known !== undefined && clock.now() < known.renewAt) return known.authorization;
    try {
      return (await renew(credentials)).authorization;
    } catch (error) {
      if (known !== undefined && error instanceof Unreachable) return known.authorization;
      throw error;
    }
  }

  return { authorise, fetch: () => fetchToken(options, currentCredentials()) };
}

async function fetchToken({ settings }: Options, credentials: string) {
  const answer = await callRemote({
    name: NAME,
    method: "POST",
    url: `${basesOf(settings).token}/v1/oauth/token`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: credentials,
  });
  refuseUnclear(NAME, answer);
  if (answer.status >= 400) throw new Unreachable(`${NAME} refuses the keys (${answer.status})`);
  const token = parseShape(NAME, Token, parseWireJson(NAME, answer.text));
  const { access_token, token_type, issued_at, expires_at, expires_in } = token;
  const seconds = issued_at && expires_at ? expires_at - issued_at : (expires_in ?? 0);
  return { authorization: `${token_type} ${access_token}`, lifeMs: seconds * 1000, answer };
}
