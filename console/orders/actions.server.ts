import { z } from "zod";

import { readForm } from "../base/form.ts";
import type { StaffApi } from "../base/staff-api.server.ts";

const Answer = z.object({
  card_number: z.string().optional(),
  pin: z.string().nullish(),
  claim_url: z.string().nullish(),
  /** A second member must approve it. */
  is_waiting: z.boolean().optional(),
});

type Action = { done: string; body(form: FormData): object };

const textIn = (form: FormData, name: string) => String(form.get(name) ?? "");
const isTicked = (form: FormData, name: string) => form.get(name) !== null;
const reasonIn = (form: FormData) => ({ reason: textIn(form, "reason") });
const decisionIn = (form: FormData) => ({ ...reasonIn(form), seen: textIn(form, "seen") });

/** The actions of the page of an order: the body that each form sends to the API, and the message after it. */
const ACTIONS: Record<string, Action> = {
  release: { done: "The order is released, and its cards are on their way.", body: decisionIn },
  refuse: { done: "The order is refused. Its money goes back.", body: decisionIn },
  "refund-missing": { done: "The missing cards are refunded.", body: decisionIn },
  refund: {
    done: "The cards are refunded. Send the refund, unless it is on its way by itself.",
    body: (form) => ({
      ...reasonIn(form),
      units: unitsIn(form),
      number: Number(textIn(form, "number")),
      even_if_revealed: isTicked(form, "even_if_revealed"),
    }),
  },
  "send-refund": {
    done: "The refund is booked.",
    body: (form) => ({
      ...reasonIn(form),
      ...(form.has("refund") && { refund: textIn(form, "refund") }),
      even_if_revealed: isTicked(form, "even_if_revealed"),
      paid_by_hand: isTicked(form, "paid_by_hand"),
    }),
  },
  resend: { done: "The vouchers are sent again.", body: () => ({}) },
  gift: { done: "The gift is sent again.", body: (form) => ({ gift: textIn(form, "gift") }) },
  "redirect-gift": {
    done: "The gift goes to the new address or number.",
    body: (form) => ({
      ...reasonIn(form),
      gift: textIn(form, "gift"),
      email: textIn(form, "email").trim(),
      ...(form.has("phone") && { phone: textIn(form, "phone") }),
    }),
  },
  note: { done: "The note is kept.", body: (form) => ({ id: textIn(form, "id"), text: textIn(form, "text") }) },
  reveal: { done: "", body: (form) => ({ ...reasonIn(form), card: textIn(form, "card") }) },
};

/** Sends the action of a form. @returns also the typed values, for a form that is shown again */
export async function sendAction(api: StaffApi, path: string, form: FormData) {
  const name = textIn(form, "act");
  const act = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (act === undefined) throw new Response(null, { status: 400 });
  const code = textIn(form, "code");
  const answer = await api.post(`${path}/${name}`, Answer, { ...act.body(form), ...(code && { code }) });
  const { code: _, ...typed } = readForm(form);
  const isWaiting = answer.ok && answer.value.is_waiting === true;
  return { act: name, answer, done: isWaiting ? "A second member has to approve this." : act.done, typed };
}

/** Reads fields such as `unit-LINE`: the number of cards of that line. */
const unitsIn = (form: FormData) =>
  Object.fromEntries(
    [...form].flatMap(([field, value]) =>
      field.startsWith("unit-") && value !== "" ? [[field.slice("unit-".length), Number(value)]] : [],
    ),
  );
