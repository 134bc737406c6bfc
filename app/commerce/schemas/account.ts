import { z } from "zod";

import { UpdatedSchema } from "./acknowledgements.ts";
import { wholeListOf } from "./lists.ts";
import {
  anything,
  cardsLeft,
  Coins,
  coins,
  flag,
  id,
  maybeId,
  maybeText,
  money,
  optionalText,
  phone,
  time,
} from "./values.ts";
import { described, mayOmit, sentAs } from "./wire.ts";

/** POST /user/login/ and POST /user/refreshtoken/: a token that fits into a cookie. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]{8,3500}$/)
  .refine((value) => !/[;,"\\]/.test(value));
const tokens = z.object({ access_token: token, refresh_token: token.nullish() });
const toTokens = (wire: z.output<typeof tokens>) => ({
  accessToken: wire.access_token,
  refreshToken: wire.refresh_token ?? null,
});
const LANGUAGE = "With the feature `accountLanguage`: the code of the language that the account keeps.";
const code = z
  .string()
  .regex(/^[\w-]{1,35}$/)
  .nullable()
  .catch(null);
const language = described(mayOmit(sentAs(code, z.string())), LANGUAGE);

const login = tokens.extend({ language });
const toLogin = (wire: z.output<typeof login>) => ({ ...toTokens(wire), language: wire.language });
export const LoginSchema = login.transform(toLogin);
export const RefreshSchema = tokens.transform(toTokens);

const seconds = z
  .int()
  .min(0)
  .max(24 * 60 * 60);

/** POST /user/phone/code/ and POST /user/phone/confirm/send/ */
export const PhoneCodeSentSchema = z
  .object({
    transaction_id: token,
    expires_in: described(seconds, "Seconds for which the code works."),
    resend_after: described(seconds, "Seconds until the number can get another code."),
  })
  .transform((wire) => ({
    transaction: wire.transaction_id,
    expiresIn: wire.expires_in,
    resendAfter: wire.resend_after,
  }));

/** POST /user/phone/login/ */
export const PhoneLoginSchema = login
  .extend({ is_new: described(flag.catch(false), "True if the number had no account.") })
  .transform((wire) => ({ ...toLogin(wire), isNew: wire.is_new }));

/** Extension: identifies the browser. Null if the answer has none. */
export const DeviceTokenSchema = z
  .object({ device_token: z.string().regex(/^[\w-]{43}$/) })
  .transform((wire) => wire.device_token)
  .nullable()
  .catch(null);

export const DeviceCodeSentSchema = z.object({ is_confirmed: z.boolean() }).transform((wire) => wire.is_confirmed);

/** GET and PUT /user/reminders/: if the shopper is reminded before coins end, and in which way; null if none reaches them. */
export const RemindersSchema = z
  .object({ coins: z.boolean(), by: z.enum(["mail", "whatsapp", "sms"]).nullable() })
  .transform(({ coins: isOn, by }) => ({ isOn, by }));

/** Extension: the channels of messages about orders to a confirmed phone. */
export const MessageChannelsSchema = z
  .object({
    phone,
    channels: z.array(z.object({ channel: z.enum(["whatsapp", "sms"]), is_on: z.boolean(), is_stopped: z.boolean() })),
  })
  .transform((wire) => ({
    phone: wire.phone,
    channels: wire.channels.map(({ channel, is_on, is_stopped }) => ({ channel, isOn: is_on, isStopped: is_stopped })),
  }));

export const SignupSchema = UpdatedSchema;

const coinsUntil = z
  .object({ amount: money, at: time })
  .transform(({ amount, at }) => (amount > 0 && at !== null ? { amount, at } : null))
  .nullish()
  .catch(null);

/** GET /user-data/: `coins` or `usercoins`. */
export const UserSchema = z
  .object({
    id: described(maybeId, "Distinguishes accounts without an e-mail address, a phone number and a name."),
    username: optionalText,
    email: optionalText,
    phone,
    coins: described(mayOmit(sentAs(anything, Coins)), "The balance. Without coins and usercoins it is 0."),
    usercoins: described(mayOmit(sentAs(anything, Coins)), "Another name of coins."),
    email_verified: mayOmit(flag.catch(true)),
    verified_phone: described(
      mayOmit(phone),
      "With the feature `phoneSignIn`: the number that the shopper has confirmed with a code.",
    ),
    coins_expiring: coinsUntil,
    coins_ending: described(mayOmit(coinsUntil), "The coins that expire next, however far away that is."),
    cart_count: described(mayOmit(cardsLeft), "With the feature `cartCount`: the number of cards in the cart."),
    language,
  })
  .transform((wire) => ({
    id: wire.id,
    username: wire.username,
    email: wire.email,
    phone: wire.phone,
    coins: coins.parse(wire.coins ?? wire.usercoins),
    isEmailVerified: wire.email_verified,
    verifiedPhone: wire.verified_phone,
    coinsExpiring: wire.coins_expiring ?? null,
    coinsEnding: wire.coins_ending ?? null,
    cardsInCart: wire.cart_count ?? null,
    language: wire.language,
  }));

/** POST /user/forgot/ and /user/verify-otp/ */
export const ResetBegunSchema = z.object({ transaction: token }).transform((wire) => wire.transaction);
export const ResetTokenSchema = z.object({ reset_token: token }).transform((wire) => wire.reset_token);

/** POST /user/verify-email/: a token if the address also needs a new password. Most answers have no body. */
export const VerifiedSchema = z
  .object({ reset_token: token })
  .transform((wire) => ({ resetToken: wire.reset_token as string | null }))
  .catch({ resetToken: null });

const deviceSession = z
  .object({
    id,
    created_at: time,
    last_used_at: time,
    client: optionalText,
    is_current: flag.catch(false),
    may_confirm: mayOmit(flag.catch(false)),
  })
  .transform((wire) => ({
    id: wire.id,
    createdAt: wire.created_at,
    lastUsedAt: wire.last_used_at,
    client: wire.client,
    isCurrent: wire.is_current,
    mayConfirm: wire.may_confirm,
  }));

export const SessionsSchema = wholeListOf(deviceSession);

export const ProfileSchema = z
  .object({
    username: optionalText,
    email: optionalText,
    phone,
    profile_pic_image_url: maybeText,
    address_line1: optionalText,
    address_line2: optionalText,
    country: optionalText,
  })
  .transform((wire) => ({
    username: wire.username,
    email: wire.email,
    phone: wire.phone,
    pictureUrl: wire.profile_pic_image_url,
    addressLine1: wire.address_line1,
    addressLine2: wire.address_line2,
    country: wire.country,
  }));
