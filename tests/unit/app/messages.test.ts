import { describe, expect, test } from "vitest";

import { type CallError, pageStatus } from "#app/commerce/result.ts";
import {
  loginMessage,
  messageFor,
  productsMessage,
  profileLoadMessage,
  profileMessage,
  signupMessages,
} from "#app/texts/messages.ts";

import { TenantSchema } from "../../../config/brand/schema.ts";

const brand = (texts: object) => TenantSchema.parse({ id: "acme", hostnames: ["acme.example"], texts });

type StatusError = Extract<CallError, { kind: "status" }>;
const status = (code: number, more: Partial<StatusError> = {}): CallError => ({
  kind: "status",
  status: code,
  text: null,
  code: null,
  description: null,
  fields: {},
  ...more,
});

describe("login", () => {
  test.each([
    [400, "Invalid email or password. Please check your credentials."],
    [401, "Invalid password. Please check your password and try again."],
    [403, "Account access denied. Please contact support."],
    [404, "Account not found. Please check your email or sign up."],
    [422, "Invalid email format or password requirements not met."],
    [429, "Too many login attempts. Please try again later."],
    [500, "Server error. Please try again later."],
    [418, "Login failed (Error 418). Please try again."],
  ])("%d [E-01]", (code, text) => {
    expect(loginMessage(status(code))).toBe(text);
  });

  const INVALID = "Invalid password. Please check your password and try again.";
  describe("prefers the text of the body to the text of the status [E-02]", () => {
    test.each<[Partial<StatusError>, string]>([
      [{ code: "invalid_grant", text: "no" }, INVALID],
      [{ description: "Wrong PASSWORD given", text: "no" }, INVALID],
      [{ code: "invalid_client", text: "no" }, "Invalid email or user not found."],
      [{ description: "No such User", text: "no" }, "Invalid email or user not found."],
      [{ text: "Locked until Monday" }, "Locked until Monday"],
    ])("%j", (more, text) => {
      expect(loginMessage(status(400, more))).toBe(text);
    });
  });

  test.each<[CallError, string]>([
    [{ kind: "network" }, "Network error. Please check your connection and try again."],
    [{ kind: "timeout" }, "Network error. Please check your connection and try again."],
    [{ kind: "shape" }, "Invalid response from server"],
    [{ kind: "refresh-failed" }, "Login failed. Please try again."],
  ])("%j [E-03]", (error, text) => {
    expect(loginMessage(error)).toBe(text);
  });
});

test.each([
  [status(409, { text: "E-mail taken" }), "E-mail taken", "E-mail taken"],
  [status(400, { text: "Bad name" }), "Bad name", "Bad name"],
  [status(409), "Signup failed. Please check your details and try again.", "Signup failed. Please try again."],
  [status(500, { text: "Boom" }), "Signup failed. Please check your details and try again.", "Boom"],
  [
    { kind: "network" } as const,
    "Signup failed. Please check your details and try again.",
    "Signup failed. Please try again.",
  ],
])("signup: %j [E-04]", (error, inline, toast) => {
  expect(signupMessages(error)).toEqual({ inline, toast });
});

test.each([
  ["userData", "Failed to fetch user data"],
  ["search", "Failed to fetch search results"],
  ["sortedProducts", "Failed to fetch sorted products"],
  ["fetchCart", "Failed to fetch cart items"],
  ["addToCart", "Failed to add item to cart"],
  ["placeOrder", "Failed to place order"],
  ["orderStatus", "Failed to fetch order status"],
  ["loadCoins", "Failed to redeem coupon"],
  ["updateUser", "Failed to update user details"],
] as const)("%s: prefers the backend's words to its own text [E-21]", (call, text) => {
  expect(messageFor(call, status(500, { text: "Host says no" }))).toBe("Host says no");
  expect(messageFor(call, status(500))).toBe(text);
  expect(messageFor(call, { kind: "network" })).toBe(text);
});

test("products that cannot be read: prefers the backend's words, then the brand's, then the shop's [E-21]", () => {
  const own = brand({ productsFailed: "Please try again in a minute." });
  expect(productsMessage(status(500, { text: "Host says no" }), own)).toBe("Host says no");
  expect(productsMessage(status(500), own)).toBe("Please try again in a minute.");
  expect(productsMessage({ kind: "network" }, brand({}))).toBe("contact the adminstration ");
  expect(productsMessage({ kind: "shape" }, own)).toBe("Invalid response from server");
});

test("reports an answer of the wrong shape [E-07]", () => {
  expect(messageFor("search", { kind: "shape" })).toBe("Invalid response from server");
  expect(messageFor("sortedProducts", { kind: "shape" })).toBe("Invalid response structure");
  expect(messageFor("placeOrder", { kind: "shape" })).toBe("Invalid backend response");
});

test("reports a session that could not be refreshed [A-12] [E-05]", () => {
  expect(messageFor("fetchCart", { kind: "refresh-failed" })).toBe("Token refresh failed");
  expect(messageFor("fetchCart", { kind: "signed-out", reason: "no-refresh-token" })).toBe(
    "No refresh token available",
  );
});

test.each([
  ["userCoins", "Failed to fetch user coins"],
  ["configuration", "Failed to fetch configuration"],
  ["orderHistory", "Failed to fetch order history"],
  ["coinHistory", "Failed to fetch coins history"],
  ["updateProfile", "Failed to update profile."],
  ["loadProfile", "Failed to update profile"],
] as const)("%s: %s [E-06] [E-15] [E-16]", (call, text) => {
  expect(messageFor(call, { kind: "timeout" })).toBe(text);
});

test("reports a profile that could not be read [E-13]", () => {
  expect(profileLoadMessage(status(404, { text: "No profile" }))).toBe("Error: No profile");
  expect(profileLoadMessage(status(500))).toBe("Failed to update profile");
});

test.each([
  [status(400), 400],
  [status(401), 400],
  [status(422), 400],
  [status(429), 429],
  [status(500), 502],
  [{ kind: "network" } as const, 502],
  [{ kind: "shape" } as const, 502],
])("gives a page that shows %j the status %d", (error, expected) => {
  expect(pageStatus(error)).toBe(expected);
});

test("uses the message of a profile picture's error [E-13]", () => {
  expect(profileMessage(status(400, { fields: { profile_pic_image_url: "Too large" } }))).toBe(
    "Profile picture error: Too large",
  );
  expect(profileMessage(status(400))).toBe("Failed to update profile.");
});
