import type { RemoteAnswer } from "../../remote/call-remote.ts";

/** `expiresAt` in ms. */
type Token = { token: string; expiresAt: number };

type Options = {
  now(): number;
  /** Logs in. @throws Unreachable */
  fetchToken(): Promise<Token>;
};

/** A token is renewed this long before its end. */
const MARGIN_MS = 60_000;

/** Holds a supplier's access token. Calls that need a new one at the same time wait for the same login. */
export function createAccessToken({ now, fetchToken }: Options) {
  let held: Promise<Token> | undefined;

  function logIn() {
    const mine = fetchToken();
    held = mine;
    mine.catch(() => forget(mine)); // its callers get the error
    return mine;
  }

  function forget(mine: Promise<Token>) {
    if (held === mine) held = undefined;
  }

  /** @param refused a token that the supplier no longer accepts */
  async function read(refused?: string): Promise<string> {
    for (;;) {
      const isFresh = held === undefined;
      const mine = held ?? logIn();
      const { token, expiresAt } = await mine;
      if (isFresh || (token !== refused && expiresAt - MARGIN_MS > now())) return token;
      forget(mine);
    }
  }

  return {
    /** Sends a call; after a 401 it logs in once more and sends it again. */
    async use(send: (token: string) => Promise<RemoteAnswer>): Promise<RemoteAnswer> {
      const token = await read();
      const answer = await send(token);
      return answer.status === 401 ? send(await read(token)) : answer;
    },
  };
}
