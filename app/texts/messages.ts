import { CART_MAX_QUANTITY, CART_MIN_QUANTITY } from "#app/base/constants.ts";
import type { CallError } from "#app/commerce/result.ts";

import type { Tenant } from "../../config/brand/schema.ts";
import { brandTexts } from "../../config/brand/texts.ts";
import { currentLanguage } from "../../config/language/current.ts";
import type { MessageId } from "../../config/language/message-ids.ts";
import { t } from "../../config/language/t.ts";

/** A call with its own text for a failure (docs/product.md, 11), if the backend sends no message. */
type Call = MessageId extends infer Id ? (Id extends `messages.failed-${infer Name}` ? Name : never) : never;

/** The backend's own message, else the fallback. */
export function messageFor(call: Call, error: CallError): string {
  const hasShapeText = call === "sortedProducts" || call === "placeOrder";
  const shapeText = hasShapeText ? t(`messages.shape-${call}`) : undefined;
  return describeFailure(error, t(`messages.failed-${call}`), shapeText);
}

/** The same for products, for which a brand may have its own fallback. */
export const productsMessage = (error: CallError, tenant: Tenant) =>
  describeFailure(error, brandTexts(tenant, currentLanguage()).productsFailed);

function describeFailure(error: CallError, fallback: string, shapeText: string = t("messages.invalidAnswer")): string {
  switch (error.kind) {
    case "status":
      return error.text ?? (error.status === 429 ? t("messages.tooMany") : fallback);
    case "shape":
      return shapeText;
    case "refresh-failed":
      return t("messages.tokenRefreshFailed");
    case "signed-out":
      return error.reason === "no-refresh-token" ? t("messages.noRefreshToken") : t("messages.tokenRefreshFailed");
    case "network":
    case "timeout":
    case "lost":
    case "busy":
      return fallback;
  }
}

const LOGIN_STATUS = [400, 401, 403, 404, 422, 429, 500] as const;

/** In this order: the body's code and description, the backend's message, the status, the default. */
export function loginMessage(error: CallError): string {
  if (["network", "timeout", "lost", "busy"].includes(error.kind)) return t("messages.network");
  if (error.kind === "shape") return t("messages.invalidAnswer");
  if (error.kind !== "status") return t("messages.loginAgain");

  const description = error.description?.toLowerCase() ?? "";
  if (error.code === "invalid_grant" || description.includes("password")) return t("messages.login-401");
  if (error.code === "invalid_client" || description.includes("user")) return t("messages.loginUnknownUser");
  const status = LOGIN_STATUS.find((one) => one === error.status);
  return error.text ?? (status ? t(`messages.login-${status}`) : t("messages.loginStatus", { status: error.status }));
}

/** The login's toast differs only for an answer of the wrong shape. */
export const loginToast = (error: CallError) =>
  error.kind === "shape" ? t("messages.loginFailed") : loginMessage(error);

/** Only 400 and 409 show the backend's own message inline (docs/product.md, 11.3). */
export function signupMessages(error: CallError): { inline: string; toast: string } {
  const text = error.kind === "status" ? error.text : null;
  const isConflict = error.kind === "status" && (error.status === 400 || error.status === 409);
  return {
    inline: error.kind === "shape" ? t("messages.invalidAnswer") : (isConflict && text) || t("messages.signupInline"),
    toast: text ?? t("messages.signupToast"),
  };
}

/** For a profile that could not be read. */
export function profileLoadMessage(error: CallError): string {
  return error.kind === "status" && error.text
    ? t("messages.profileError", { reason: error.text })
    : messageFor("loadProfile", error);
}

/** The toast for a profile that was not saved. */
export function profileMessage(error: CallError): string {
  const picture = error.kind === "status" ? error.fields.profile_pic_image_url : undefined;
  return picture ? t("messages.pictureError", { reason: picture }) : messageFor("updateProfile", error);
}

/** An account without an address gets no code: its device is confirmed on another one. */
export const deviceCodeMessage = (error: CallError): string =>
  error.kind === "status" && error.code === "no_email"
    ? t("account.notYetConfirmed")
    : messageFor("sendDeviceCode", error);

export const quantityNoNumber = () =>
  t("messages.quantityNoNumber", { least: CART_MIN_QUANTITY, most: CART_MAX_QUANTITY });
