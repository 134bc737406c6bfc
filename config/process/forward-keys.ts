import { z } from "zod";

import { areEqualSecrets } from "./equal-secrets.ts";

/** FORWARD_KEY: several, separated by commas, while it changes. The storefront sends the first; the API accepts each. */
export const ForwardKeys = z
  .string()
  .transform((value) => value.split(",").map((key) => key.trim()))
  .refine((keys) => keys.every((key) => key.length >= 16), { error: "must hold at least 16 characters" });

/** The header in which the storefront sends it. */
export const FORWARD_KEY_HEADER = "x-awning-key";

export const isForwardKey = (given: string | undefined, keys: string[]) =>
  given !== undefined && keys.some((key) => areEqualSecrets(given, key));
