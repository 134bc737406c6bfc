import { href, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { gatewayName } from "../base/gateways.ts";
import { OutcomeSchema, saveSetup } from "./save-setup.server.ts";

/** `open` describes open business at the former gateway. */
const SavedSchema = OutcomeSchema.extend({ open: z.string().nullable() });
export type SavedPayments = z.output<typeof SavedSchema>;

/** Tries or saves the payment setup of a brand. */
export const setPayments = (request: Request, context: Readonly<RouterContextProvider>, brand: string) =>
  saveSetup(request, context, {
    path: `brands/${brand}/brand/payments`,
    schema: SavedSchema,
    toBody: (typed) => typed,
    tell: (number, { gateway = null }) => ({
      text: `Saved as version ${number}: ${gatewayName(gateway)}. The shop uses it within a second.`,
      to: href("/brands/:brand/brand/payments", { brand }),
    }),
  });
