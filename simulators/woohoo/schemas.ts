import { z } from "zod";

import { toPaise } from "../wire/rupees.ts";

const text = z.string({ error: "must be text" }).min(1, { error: "must not be empty" });
const rupees = z
  .number({ error: "must be a number of rupees" })
  .refine((value) => (toPaise(value) ?? 0) > 0, { error: "must be more than 0, with at most two decimals" });

const person = {
  firstname: text,
  lastname: z.string().optional(),
  email: z.email({ error: "must be an e-mail address" }),
  telephone: z.string().regex(/^\+91\d{10}$/, { error: "must be +91 and 10 digits" }),
  line1: text,
  line2: z.string().optional(),
  city: text,
  region: text,
  country: z.literal("IN", { error: "must be IN" }),
  postcode: z.string().regex(/^\d{6}$/, { error: "must have 6 digits" }),
  company: z.string().optional(),
};

export const NewOrder = z.strictObject({
  address: z.strictObject({ ...person, billToThis: z.boolean().optional() }),
  billing: z.strictObject(person).optional(),
  payments: z
    .array(z.strictObject({ code: z.literal("svc", { error: "must be svc" }), amount: rupees }))
    .length(1, { error: "must have one entry" }),
  refno: text.max(25, { error: "must have at most 25 characters" }).regex(/^[A-Za-z0-9_]+$/, {
    error: "must have letters, digits and _ only",
  }),
  products: z
    .array(
      z.strictObject({
        sku: text,
        price: rupees,
        qty: z.int({ error: "must be a whole number" }).min(1, { error: "must be at least 1" }),
        currency: z.literal(356, { error: "must be 356" }),
        giftMessage: z.string().optional(),
        theme: z.string().optional(),
      }),
    )
    .length(1, { error: "must have one entry in this simulation" }),
  syncOnly: z.boolean().optional(),
  deliveryMode: z.literal("API", { error: "must be API" }).optional(),
  remarks: z.string().optional(),
});

export const CardBalance = z.strictObject({ cardNumber: text, pin: z.string().optional(), sku: z.string().optional() });

export const Verify = z.strictObject({ clientId: text, username: text, password: text });
export const TokenRequest = z.strictObject({ clientId: text, clientSecret: text, authorizationCode: text });
