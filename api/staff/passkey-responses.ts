import { z } from "zod";

const Base64Url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max);

/** A credential's id has at most 1023 bytes. */
const Id = Base64Url(1364);
const Common = z.object({ id: Id, rawId: Id, type: z.literal("public-key") });

const UseSchema = Common.extend({
  response: z.object({
    clientDataJSON: Base64Url(4_000),
    authenticatorData: Base64Url(4_000),
    signature: Base64Url(8_000),
    userHandle: Base64Url(100).nullish(),
  }),
});

const CreationSchema = Common.extend({
  response: z.object({
    clientDataJSON: Base64Url(4_000),
    attestationObject: Base64Url(14_000),
    transports: z
      .array(z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]))
      .max(7)
      .catch([]),
  }),
});

const MAX_LENGTH = 20_000;

/** Reads the JSON from `PublicKeyCredential.toJSON()` in a browser; undefined for anything else. */
const readAs =
  <T extends z.ZodType>(schema: T) =>
  (text: string): z.output<T> | undefined => {
    if (text.length > MAX_LENGTH) return undefined;
    try {
      return schema.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  };

/** The answer of a browser that has used a passkey. */
export const readUse = readAs(UseSchema);

/** The answer of a browser that has made a passkey. */
export const readCreation = readAs(CreationSchema);
