import { z } from "zod";

import { MessageSchema } from "../messages/message-responses.ts";
import { DisputeSchema } from "./dispute-response.ts";

const Text = z.string();
const Time = z.number();
const Maybe = <T extends z.ZodType>(schema: T) => schema.nullable();

export const ListSchema = z.object({
  orders: z.array(
    z.object({
      id: Text,
      order_number: Text,
      status: Text,
      review: Maybe(Text),
      total: z.number(),
      created_at: Time,
      short_reference: Maybe(Text),
      shopper: z.object({ name: Text, email: Text }),
    }),
  ),
  next: Maybe(Text),
  is_cut: z.boolean(),
});

export type ListedOrder = z.output<typeof ListSchema>["orders"][number];

const LineSchema = z.object({
  id: Text,
  name: Text,
  denomination: z.number(),
  quantity: z.number(),
  issued: z.number(),
  refunded: z.number(),
  status: Text,
  is_gift: z.boolean(),
});

const PaymentSchema = z.object({
  id: Text,
  gateway: Text,
  amount: z.number(),
  created_at: Time,
  ended_at: Maybe(Time),
  refs: z.array(z.object({ name: Text, value: Text })),
  events: z.array(
    z.object({
      event_id: Text,
      gateway_payment_id: Maybe(Text),
      bank_reference: Maybe(Text),
      result: Text,
      outcome: Text,
      amount: z.number(),
      received_at: Time,
    }),
  ),
});

export const OrderSchema = z.object({
  order: z.object({
    id: Text,
    order_number: Text,
    status: Text,
    review: Maybe(Text),
    review_reason: Maybe(Text),
    total: z.number(),
    amount: z.number(),
    coins: z.number(),
    created_at: Time,
    is_held: z.boolean(),
    short_reference: Maybe(Text),
    /** Goes back with a decision about the order, which is refused if the order has changed since. */
    seen: Text,
  }),
  shopper: z.object({
    id: Text,
    name: Text,
    email: Text,
    phone: Maybe(Text),
    delivery_email: Maybe(Text),
    created_at: Time,
    disabled_at: Maybe(Time),
  }),
  /** The message to a phone that the vouchers are ready. */
  message: Maybe(MessageSchema),
  lines: z.array(LineSchema),
  /** Requests that wait for a second member: amounts in paise. */
  requests: z.array(z.object({ kind: Text, amount: z.number(), asked_by: Text })),
  gifts: z.array(
    z.object({
      id: Text,
      product: Text,
      state: Text,
      name: Text,
      /** Empty for none. */
      email: Text,
      /** Absent in answers of the version before. */
      phone: Maybe(Text).optional(),
      phone_state: Maybe(Text).optional(),
      send_on: Maybe(Text),
      due_at: Maybe(Time),
      sent_at: Maybe(Time),
      opened_at: Maybe(Time),
    }),
  ),
  cards: z.array(
    z.object({
      id: Text,
      line: Text,
      product: Text,
      face_value: Maybe(z.number()),
      used_at: Maybe(Time),
      reveals: z.number(),
    }),
  ),
  payments: z.array(PaymentSchema),
  refunds: z.array(
    z.object({
      number: z.number(),
      amount: z.number(),
      coins: z.number(),
      reason: Text,
      created_at: Time,
      sent_at: Maybe(Time),
    }),
  ),
  left: Maybe(z.object({ amount: z.number(), coins: z.number() })),
  payment_refunds: z.array(
    z.object({
      id: Text,
      amount: z.number(),
      reason: Text,
      state: Text,
      detail: Maybe(Text),
      updated_at: Time,
      gateway_refund_id: Maybe(Text),
      refund_number: z.number(),
      is_waiting: z.boolean(),
    }),
  ),
  disputes: z.array(DisputeSchema),
  supply_orders: z.array(
    z.object({
      ref: Text,
      supplier: Text,
      product: Text,
      state: Text,
      quantity: z.number(),
      issued: z.number(),
      reason: Maybe(Text),
    }),
  ),
  revealed: z.number(),
  timeline: z.array(z.object({ at: Time, what: Text, who: Text, detail: Text })),
});
export type OrderResponse = z.output<typeof OrderSchema>;
