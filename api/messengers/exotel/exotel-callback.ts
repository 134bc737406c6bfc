import type { Secrets } from "../../../config/brand/secrets.ts";
import type { Callback, ReadCallback, Receipt } from "../../ports/messenger.ts";
import { hasCallbackKey } from "../adapter/callback-key.ts";
import { ExotelStatus, toExotelState } from "./exotel-status.ts";

/**
 * Reads the form that Exotel posts to StatusCallback (https://developer.exotel.com/api-console/send-sms-api-console). Exotel signs
 * nothing, so the address holds a secret.
 */
export function readExotelCallback(secrets: Secrets, callback: Callback): ReadCallback {
  if (callback.method !== "POST") return { ok: false, reason: "not a POST" };
  if (!hasCallbackKey(secrets, callback)) return { ok: false, reason: "bad key" };
  const form = Object.fromEntries(new URLSearchParams(callback.rawBody.toString("utf8")));
  const status = ExotelStatus.safeParse(form).data;
  if (status === undefined || !(form.SmsSid || form.CustomField)) return { ok: false, reason: "unreadable" };
  const reached = toExotelState(status);
  const found: Pick<Receipt, "by" | "id"> = form.CustomField
    ? { by: "id", id: form.CustomField }
    : { by: "provider id", id: form.SmsSid! };
  return { ok: true, receipts: reached === undefined ? [] : [{ ...found, ...reached }], replies: [] };
}
