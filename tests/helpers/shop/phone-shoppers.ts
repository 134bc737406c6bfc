import { openContents } from "../../../api/messages/queue-message.ts";
import { FORWARD_KEY, type TestApi } from "../api/test-api.ts";
import type { sendJson } from "../http/json-client.ts";

/** A demo with loopback names shows its messages on its outbox page, so it can send codes. */
export const SENDS_CODES = { editedIn: "console" } as const;

type Answer = Awaited<ReturnType<typeof sendJson>>;
type From = { net?: string; device?: string; token?: string };

let numbers = 0;

/** A mobile number that no other shopper of the tests has. */
export const newPhone = () => `98${String(10_000_000 + ++numbers)}`;

/** The calls of shoppers who sign in with a number and a code. */
export function createPhoneCalls(api: TestApi) {
  const post = (path: string, body: object, { net, device, token }: From = {}): Promise<Answer> =>
    api.request("POST", path, {
      body,
      token,
      headers: {
        ...(net !== undefined && { "x-forwarded-for": net, "x-awning-key": FORWARD_KEY }),
        ...(device !== undefined && { "x-awning-device": device }),
      },
    });

  /** The code of the newest message to a number. */
  async function codeOf(phone: string): Promise<string> {
    const row = await api
      .shop()
      .db.read.selectFrom("messages")
      .innerJoin("phone_codes", "phone_codes.id", "messages.about")
      .select(["messages.id", "sealed"])
      .where("messages.phone", "=", phone)
      .where("kind", "=", "sign-in-code")
      // The clock may stand still between a used code and the next one.
      .where("phone_codes.used_at", "is", null)
      .orderBy("messages.created_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    return openContents(api.shop(), row).code!;
  }

  const ask = (phone: string, from?: From) => post("/user/phone/code/", { phone }, from);
  const logIn = (transaction: string, code: string, from?: From, more: object = {}) =>
    post("/user/phone/login/", { transaction_id: transaction, code, ...more }, from);

  /** Requests a code, if necessary after a wait, and returns its transaction. */
  async function begin(phone: string, from?: From): Promise<{ transaction: string; code: string }> {
    let sent = await ask(phone, from);
    for (const minutes of [1, 5, 9]) {
      if (sent.body.error !== "wait") break;
      api.clock.turn(minutes * 60_000);
      sent = await ask(phone, from);
    }
    const { status, text, body } = sent;
    if (status !== 202) throw new Error(`the code answered ${status} ${text}`);
    return { transaction: body.transaction_id, code: await codeOf(phone) };
  }

  /** Signs in, or signs up, and returns the answer. */
  async function enter(phone: string, from?: From, more: object = {}): Promise<Answer> {
    const { transaction, code } = await begin(phone, from);
    return logIn(transaction, code, from, more);
  }

  return { post, ask, logIn, codeOf, begin, enter };
}

/** A six-digit code that differs. */
export const otherThan = (code: string) => (code === "000000" ? "000001" : "000000");
