import { href, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { OutcomeSchema, saveSetup } from "./save-setup.server.ts";

/** With the products that name the account that goes, and the orders there that have not ended. */
const SavedSchema = OutcomeSchema.extend({ used: z.number(), open: z.number() });
export type SavedSupplier = z.output<typeof SavedSchema>;

/** Tries, adds, changes or removes one of a brand's suppliers. */
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
