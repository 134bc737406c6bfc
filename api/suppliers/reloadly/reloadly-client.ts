import { Unreachable } from "../../base/unreachable.ts";
import { callRemote, type RemoteAnswer } from "../../remote/call-remote.ts";
import { createAccessToken } from "../adapter/access-token.ts";
import { readAnswer } from "../adapter/responses.ts";
import type { SupplierOptions } from "../adapter/supplier-options.ts";
import { TokenAnswer } from "./reloadly-wire.ts";

const SERVICE = { live: "https://giftcards.reloadly.com", test: "https://giftcards-sandbox.reloadly.com" };
const LOGIN = "https://auth.reloadly.com";
const ACCEPT = "application/com.reloadly.giftcards-v1+json";

export type ReloadlyClient = ReturnType<typeof createReloadlyClient>;

/** Calls Reloadly with a token, which it gets when it needs one. */
export function createReloadlyClient({ name, settings, secrets, clock }: SupplierOptions<"reloadly">) {
  const audience = SERVICE[settings.environment];
  const base = settings.url ?? audience;
  const failure = ({ status }: RemoteAnswer) => new Unreachable(`${name} answered ${status}`);

  const token = createAccessToken({
    now: () => clock.now(),
    async fetchToken() {
      const credentials = {
        client_id: secrets.read("CLIENT_ID")[0]!,
        client_secret: secrets.read("CLIENT_SECRET")[0]!,
      };
      const answer = await callRemote({
        name,
        method: "POST",
        url: `${settings.url ?? LOGIN}/oauth/token`,
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify({ ...credentials, grant_type: "client_credentials", audience }),
      });
      if (answer.status !== 200) throw new Unreachable(`${name} refuses the credentials (${answer.status})`);
      const { access_token, expires_in } = readAnswer(name, TokenAnswer, answer);
      return { token: access_token, expiresAt: clock.now() + expires_in * 1_000 };
    },
  });

  const call = (method: "GET" | "POST", path: string, json?: object, accept = ACCEPT) =>
    token.use((bearer) =>
      callRemote({
        name,
        method,
        url: `${base}${path}`,
        headers: {
          accept,
          authorization: `Bearer ${bearer}`,
          ...(json !== undefined && { "content-type": "application/json" }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      }),
    );

  async function get(path: string) {
    const answer = await call("GET", path);
    if (answer.status !== 200) throw failure(answer);
    return answer;
  }

  return { name, call, get, failure };
}
