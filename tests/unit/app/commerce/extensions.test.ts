import { pino } from "pino";
import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { OPTIONAL_DEADLINE_MS } from "#app/base/constants.ts";
import type { CommerceClient } from "#app/commerce/client.server.ts";
import { commerceContext, logContext, sessionContext, siteContext } from "#app/request/context.ts";
import { acceptTerms } from "#app/routes/payment/accept-terms.server.ts";

import { parsePage, type WrittenPage } from "../../../../config/brand/page-text.ts";
import { TenantSchema } from "../../../../config/brand/schema.ts";
import { ForeignHost } from "../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../helpers/storefront/client.ts";

// Optional calls: only to backends whose brand declares them, and with no effect on the session.

let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost({ unknownCall: 401 }).start();
});
afterEach(() => host[Symbol.asyncDispose]());

const message = { name: "Asha", email: "a@b.test", message: "Hello" };
const EXTENSIONS: [feature: string, call: string, ask: (commerce: CommerceClient) => Promise<unknown>][] = [
  ["passwordReset", "POST /user/forgot/", (commerce) => commerce.forgetPassword("a@b.test")],
  ["passwordReset", "POST /user/verify-otp/", (commerce) => commerce.checkResetCode("t", "1234")],
  ["passwordReset", "POST /user/reset-password/", (commerce) => commerce.resetPassword("t", "p")],
  ["passwordChange", "POST /user/password/", (commerce) => commerce.changePassword("p", "q")],
  ["accountLanguage", "PUT /user/language/", (commerce) => commerce.keepLanguage("hi")],
  ["emailVerification", "POST /user/verify-email/", (commerce) => commerce.verifyEmail("t")],
  ["emailVerification", "POST /user/verify-email/send/", (commerce) => commerce.sendVerification()],
  ["sessions", "GET /user/sessions/", (commerce) => commerce.listSessions()],
  ["sessions", "DELETE /user/sessions/", (commerce) => commerce.endSession("s")],
  ["logout", "POST /user/logout/", (commerce) => commerce.endFormerSession()],
  ["contact", "POST /contact/", (commerce) => commerce.sendMessage(message)],
  ["gift", "POST /gift/view/", (commerce) => commerce.viewGift("t")],
  ["gift", "POST /gift/open/", (commerce) => commerce.openGift("t")],
  ["gift", "POST /gift/send/", (commerce) => commerce.sendGiftAgain("g", { email: "a@b.test" })],
  ["verifyCoupon", "POST /load-coin/verify/", (commerce) => commerce.verifyCoupon("CODE")],
  ["payAgain", "POST /order-payment/", (commerce) => commerce.payAgain("o")],
  ["acceptedTerms", "POST /order-terms/", (commerce) => commerce.acceptTerms("o", "v")],
  ["receipts", "GET /order-receipt/", (commerce) => commerce.getReceipt("o")],
  ["stockNotice", "GET /stock-notice/", (commerce) => commerce.listStockNotices()],
  ["usedVouchers", "PATCH /vouchers/", (commerce) => commerce.markVoucher("v", true)],
  ["wallet", "GET /wallet/", (commerce) => commerce.getWallet()],
  ["wallet", "GET /wallet/card/", (commerce) => commerce.getWalletCard("v")],
  ["wallet", "PATCH /wallet/", (commerce) => commerce.noteCard("v", { amountLeft: 50_000 })],
  ["wallet", "PUT /wallet/reminders/", (commerce) => commerce.setCardReminders("mail")],
];

describe.each(EXTENSIONS)("%s: %s", (feature, call, ask) => {
  test("is not sent to a backend that does not declare it, and reads as 404", async () => {
    const { commerce } = await (await clientOf(host)).signIn();
    const answer = await ask(commerce);
    if (answer !== undefined) expect(answer).toMatchObject({ ok: false, error: { kind: "status", status: 404 } });
    expect(host.requests.map((request) => request.call)).toEqual(["POST /user/login/"]);
  });

  test("is sent to a backend that has it, whose 401 neither refreshes nor signs out", async () => {
    const { commerce, session } = await (await clientOf(host, { features: { [feature]: true } })).signIn();
    await ask(commerce);
    expect(host.requests.map((request) => request.call)).toEqual(["POST /user/login/", call]);
    expect(session.isSignedIn).toBe(true);
  });
});

test("sends the embedded API's calls for confirming devices to no other backend", async () => {
  const { commerce } = await (await clientOf(host)).signIn();
  await commerce.sendDeviceCode();
  await commerce.confirmDevice("ABCD");
  expect(host.requests).toHaveLength(1);
});

test("includes every word and the day of the terms in the accepted version", async () => {
  const { commerce, session } = await (await clientOf(host, { features: { acceptedTerms: true } })).signIn();
  const versionOf = async (markdown: string) => {
    const tenant = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"], features: { acceptedTerms: true } });
    const pages = { "terms-conditions": parsePage(markdown) as WrittenPage };
    const context = new RouterContextProvider();
    context.set(siteContext, { tenant: { ...tenant, pages }, origin: "http://acme.localhost", isSecure: false });
    context.set(sessionContext, session);
    context.set(commerceContext, commerce);
    context.set(logContext, pino({ level: "silent" }));
    await acceptTerms(context, "o");
    return host.recorded("POST /order-terms/").at(-1)!.body.version;
  };
  const terms = "# Terms\n\nLast updated: 2026-11-21\n\nHello.\n\n## Refunds\n\nWithin 5 days.\n";
  const version = await versionOf(terms);
  expect(version).toMatch(/^2026-11-21 [\w-]{16}$/);
  expect(await versionOf(terms)).toBe(version);
  for (const [word, other] of [
    ["2026-11-21", "2026-11-22"],
    ["Hello", "Welcome"],
    ["Refunds", "Returns"],
    ["5 days", "7 days"],
  ] as const)
    expect([word, await versionOf(terms.replace(word, other))]).not.toEqual([word, version]);
});

test.each([
  ["POST /order-terms/", (commerce: CommerceClient) => commerce.acceptTerms("o", "v")],
  ["POST /user/logout/", (commerce: CommerceClient) => commerce.logOut()],
])("%s at a backend that hangs does not delay a form as long as a change may take", async (call, ask) => {
  const { commerce } = await (await clientOf(host, { features: { acceptedTerms: true, logout: true } })).signIn();
  const release = host.hold(call);
  const deadline = vi.spyOn(AbortSignal, "timeout");
  await ask(commerce);
  expect(deadline).toHaveBeenLastCalledWith(OPTIONAL_DEADLINE_MS);
  expect(host.recorded(call)).toHaveLength(1);
  release();
});
