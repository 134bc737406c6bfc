import { CART_MAX_QUANTITY, CART_MIN_QUANTITY } from "#app/base/constants.ts";
import type { CallError } from "#app/commerce/result.ts";

import type { Texts } from "../../config/brand/texts.ts";

/** Separate constants, because browsers need these and nothing else of this file. */
export const SEARCH_FAILED = "Failed to fetch search results";
export const NETWORK_FAILED = "Network error. Please check your connection and try again.";
export const UNEXPECTED = "An unexpected error occurred!";
export const CRASH = "An unexpected error occurred";
export const CHECKOUT_FAILED = "Checkout failed. Please try again.";
export const QUANTITY_NO_NUMBER = `Please enter a whole number from ${CART_MIN_QUANTITY} to ${CART_MAX_QUANTITY}`;
export const CART_EMPTY = "Your cart is empty.";
/** Stands beside the reason for a failed load. It is true because reading changes nothing. */
export const NOT_LOADED = "We cannot load this at the moment. Your orders, coins and money are safe.";
/** The same for an order that may already be paid. */
export const ORDER_NOT_LOADED =
  "We cannot read your order at the moment. If you have paid, your payment is safe: please do not pay again.";

/** Shown when a call fails without a message from the backend (docs/product.md, 11). */
const FALLBACKS = {
  userData: "Failed to fetch user data",
  userCoins: "Failed to fetch user coins",
  configuration: "Failed to fetch configuration",
  search: SEARCH_FAILED,
  sortedProducts: "Failed to fetch sorted products",
  fetchCart: "Failed to fetch cart items",
  loadCart: "Failed to load cart data",
  addToCart: "Failed to add item to cart",
  updateCart: "An unexpected error occurred",
  removeFromCart: "An error occurred while removing item from cart",
  placeOrder: "Failed to place order",
  orderStatus: "Failed to fetch order status",
  orderDetails: "Failed to load order details.",
  orderHistory: "Failed to fetch order history",
  receipt: "Failed to fetch the receipt",
  coinHistory: "Failed to fetch coins history",
  markVoucher: "Failed to mark the voucher",
  loadCoins: "Failed to redeem coupon",
  updateProfile: "Failed to update profile.",
  loadProfile: "Failed to update profile",
  updateUser: "Failed to update user details",
  forgetPassword: "Failed to send a code",
  checkResetCode: "Failed to check the code",
  resetPassword: "Failed to change the password",
  changePassword: "Failed to change the password",
  sendMessage: "Failed to send your message",
  verifyEmail: "Failed to confirm your e-mail address",
  viewGift: "Failed to fetch your gift",
  sendGift: "Failed to send the gift",
  stockNotice: "Failed to note that",
  sessions: "Failed to fetch your devices",
  sendDeviceCode: "Failed to send a code",
  confirmDevice: "Failed to confirm the device",
  endSession: "Failed to sign the device out",
} as const;

/** Fixed texts (docs/product.md, 11.4). */
export const TEXTS = {
  invalidAnswer: "Invalid response from server",
  loginFailed: "Login failed",
  network: NETWORK_FAILED,
  tooMany: "Too many requests. Please try again in a moment.",
  checkoutFailed: CHECKOUT_FAILED,
  cartChanged: "Your cart has changed.",
  checkoutUnknown:
    "We could not find out whether your order was placed. Please look in your order history before you proceed again.",
  addUnknown: "We could not find out whether this was added. Please look at your cart before you add it again.",
  addUnconfirmed: "We could not find out whether your card was added. This is what your cart holds now.",
  coinsUnknown:
    "We could not find out whether the code was redeemed. Please look at your balance before you try again.",
  addFailed: "Error adding product to cart. Please try again.",
  linksMissing: "Payment links are missing. Please try again.",
  linksNotLoaded: "Payment links could not be loaded. Please retry.",
  quantityNotUpdated: "Failed to update quantity",
  quantityNoNumber: QUANTITY_NO_NUMBER,
  itemNotRemoved: "Failed to remove item",
  historyToast: "Failed to fetch Order History.",
  noReceipt: "There is no receipt for this order",
  voucherUsed: "The voucher is marked as used.",
  voucherNotUsed: "The voucher is no longer marked as used.",
  coinHistoryToast: "Failed to fetch profile data.",
  profileUpdated: "Profile updated successfully!",
  coinsAdded: "Coins added",
  codeGood: "This code is good.",
  codeNotChecked: "This shop cannot check a code before it is redeemed. Add Coins redeems it.",
  cardKept: "Please log in. The card you chose then goes into your cart.",
  codeKept: "Please log in. Your voucher code is kept.",
  typedKept: "What you typed is kept.",
  signedUp: "Signup Successful! Redirecting to login page...",
  codeSent: "A new code is on its way.",
  resetOver: "Please ask for a new code first.",
  noCookies:
    "You are not signed in, because your browser keeps no cookies from this shop. Allow them, then log in again.",
  sessionEnded: "Your session has ended. Please log in again.",
  passwordChanged: "Your password is changed. Please log in with it.",
  ownPasswordChanged: "Your password is changed. Your other devices are signed out.",
  emailVerified: "Thank you. Your e-mail address is confirmed.",
  chooseOwnPassword: "Someone signed up with this address more than once. Please choose your password.",
  verificationSent: "The mail is on its way.",
  deviceConfirmed: "This device is confirmed.",
  deviceSignedOut: "The device is signed out.",
  paymentExpired: "Payment session expired. You will be redirected to the home page.",
} as const;

const SHAPE_TEXTS: Partial<Record<keyof typeof FALLBACKS, string>> = {
  sortedProducts: "Invalid response structure",
  placeOrder: "Invalid backend response",
};

/** The backend's own message, else the fallback. */
export const messageFor = (call: keyof typeof FALLBACKS, error: CallError) =>
  describeFailure(error, FALLBACKS[call], SHAPE_TEXTS[call]);

/** The same for products, for which a brand may have its own fallback. */
export const productsMessage = (error: CallError, { texts }: { texts: Texts }) =>
  describeFailure(error, texts.productsFailed);

function describeFailure(error: CallError, fallback: string, shapeText: string = TEXTS.invalidAnswer): string {
  switch (error.kind) {
    case "status":
      return error.text ?? (error.status === 429 ? TEXTS.tooMany : fallback);
    case "shape":
      return shapeText;
    case "refresh-failed":
      return "Token refresh failed";
    case "signed-out":
      return error.reason === "no-refresh-token" ? "No refresh token available" : "Token refresh failed";
    case "network":
    case "timeout":
    case "lost":
    case "busy":
      return fallback;
  }
}

const INVALID_PASSWORD = "Invalid password. Please check your password and try again.";

const LOGIN_BY_STATUS: Record<number, string> = {
  400: "Invalid email or password. Please check your credentials.",
  401: INVALID_PASSWORD,
  403: "Account access denied. Please contact support.",
  404: "Account not found. Please check your email or sign up.",
  422: "Invalid email format or password requirements not met.",
  429: "Too many login attempts. Please try again later.",
  500: "Server error. Please try again later.",
};

/** In this order: the body's code and description, the backend's message, the status, the default. */
export function loginMessage(error: CallError): string {
  if (["network", "timeout", "lost", "busy"].includes(error.kind)) return TEXTS.network;
  if (error.kind === "shape") return TEXTS.invalidAnswer;
  if (error.kind !== "status") return "Login failed. Please try again.";

  const description = error.description?.toLowerCase() ?? "";
  if (error.code === "invalid_grant" || description.includes("password")) return INVALID_PASSWORD;
  if (error.code === "invalid_client" || description.includes("user")) return "Invalid email or user not found.";
  return error.text ?? LOGIN_BY_STATUS[error.status] ?? `Login failed (Error ${error.status}). Please try again.`;
}

/** The login's toast differs only for an answer of the wrong shape. */
export const loginToast = (error: CallError) => (error.kind === "shape" ? TEXTS.loginFailed : loginMessage(error));

const SIGNUP_FAILED = "Signup failed. Please check your details and try again.";

/** Only 400 and 409 show the backend's own message inline (docs/product.md, 11.3). */
export function signupMessages(error: CallError): { inline: string; toast: string } {
  const text = error.kind === "status" ? error.text : null;
  const isConflict = error.kind === "status" && (error.status === 400 || error.status === 409);
  return {
    inline: error.kind === "shape" ? TEXTS.invalidAnswer : (isConflict && text) || SIGNUP_FAILED,
    toast: text ?? "Signup failed. Please try again.",
  };
}

/** For a profile that could not be read. */
export function profileLoadMessage(error: CallError): string {
  return error.kind === "status" && error.text ? `Error: ${error.text}` : messageFor("loadProfile", error);
}

/** The toast for a profile that was not saved. */
export function profileMessage(error: CallError): string {
  const picture = error.kind === "status" ? error.fields.profile_pic_image_url : undefined;
  return picture ? `Profile picture error: ${picture}` : messageFor("updateProfile", error);
}
