import { href, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { OutcomeSchema, saveSetup } from "./save-setup.server.ts";

/** With the number of products that use the removed account, and of its open orders. */
const SavedSchema = OutcomeSchema.extend({ used: z.number(), open: z.number() });
export type SavedSupplier = z.output<typeof SavedSchema>;

/** Tries, adds, changes or removes a supplier. */
export const setSupplier = (request: Request, context: Readonly<RouterContextProvider>, brand: string) =>
  saveSetup(request, context, {
    path: `brands/${brand}/brand/suppliers`,
    schema: SavedSchema,
    toBody: ({ name, how, ...settings }) => ({ name, act: how, settings }),
    tell: (number, { name = "" }, act) => ({
      text: `Saved as version ${number}: supplier ${name} ${act === "remove" ? "is removed" : "is set up"}. The shop uses it within a second.`,
      to: href("/brands/:brand/brand/suppliers", { brand }),
    }),
  });
