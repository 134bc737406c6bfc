import { Unreachable } from "../../base/unreachable.ts";
import { DAY_MS } from "../../domain/days.ts";
import { callRemote, type RemoteAnswer } from "../../remote/call-remote.ts";
import { createAccessToken } from "../adapter/access-token.ts";
import { readAnswer, tryToRead } from "../adapter/responses.ts";
import type { SupplierOptions } from "../adapter/supplier-options.ts";
import { isSignedAnswer, signWoohoo, toSortedJson } from "./woohoo-signature.ts";
import { CodeForToken, ErrorAnswer, TokenAnswer } from "./woohoo-wire.ts";

const SANDBOX = "https://sandbox.woohoo.in";
/** A token lasts about a week; the answer names no time. */
const TOKEN_MS = 6 * DAY_MS;

export type WoohooClient = ReturnType<typeof createWoohooClient>;

/** Signs calls to Woohoo and checks the signature of each good answer. */
export function createWoohooClient({ name, settings, secrets, clock }: SupplierOptions<"woohoo">) {
  const base = settings.url ?? SANDBOX;
  const secret = () => secrets.read("CLIENT_SECRET")[0]!;

  async function logIn(path: string, json: object): Promise<RemoteAnswer> {
    const headers = { "content-type": "application/json", accept: "application/json" };
    const answer = await callRemote({
      name,
      method: "POST",
      url: `${base}${path}`,
      headers,
      body: JSON.stringify(json),
    });
    if (answer.status !== 200) throw new Unreachable(`${name} refuses the credentials (${answer.status})`);
    return answer;
  }

  const token = createAccessToken({
    now: () => clock.now(),
    async fetchToken() {
      const read = (field: string) => secrets.read(field)[0]!;
      const clientId = read("CLIENT_ID");
      const login = { clientId, username: read("USERNAME"), password: read("PASSWORD") };
      const { authorizationCode } = readAnswer(name, CodeForToken, await logIn("/oauth2/verify", login));
      const exchange = { clientId, clientSecret: secret(), authorizationCode };
      const { token } = readAnswer(name, TokenAnswer, await logIn("/oauth2/token", exchange));
      return { token, expiresAt: clock.now() + TOKEN_MS };
    },
  });

  /** @throws Unreachable also for a good answer that Woohoo did not sign */
  async function call(method: "GET" | "POST", path: string, json?: object): Promise<RemoteAnswer> {
    const url = `${base}${path}`;
    const body = json === undefined ? undefined : toSortedJson(json);
    const signed = { method, url, ...(body !== undefined && { body }) };
    const answer = await token.use((bearer) => {
      const headers = {
        accept: "*/*",
        authorization: `Bearer ${bearer}`,
        dateAtClient: new Date(clock.now()).toISOString(),
        signature: signWoohoo(secret(), signed),
        ...(body !== undefined && { "content-type": "application/json" }),
      };
      return callRemote({ name, method, url, headers, ...(body !== undefined && { body }) });
    });
    const isGood = answer.status >= 200 && answer.status < 300;
    if (isGood && !isSignedAnswer(secret(), signed, answer.text, answer.headers.signature))
      throw new Unreachable(`${name} answered without a valid signature`);
    return answer;
  }

  return { name, call, failure: ({ status }: RemoteAnswer) => new Unreachable(`${name} answered ${status}`) };
}

/** Their error; undefined for an answer that is not Woohoo's own, such as a proxy's. */
export const readError = ({ status, text }: RemoteAnswer) =>
  status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status) ? tryToRead(ErrorAnswer, text) : undefined;
