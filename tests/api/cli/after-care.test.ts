import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import {
  CARD,
  createShopper,
  notify,
  paymentOf,
  placeOne,
  runWorker,
  startOrder,
  stockUp,
} from "../../helpers/api/test-orders.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { engines } from "../../helpers/database/test-database.ts";

const WINDOW_MS = 300_000;

describe.each(engines)("after-care by command on %s", (engine) => {
  let api: TestApi;
  let cli: Cli;
  beforeAll(async () => {
    api = await startTestApi(engine);
    cli = createCli(api.storage, { acme: {} });
    api.clock.turn(Date.now() - api.clock.now()); // commands have the machine's
    await stockUp(api, 20);
  });
  afterAll(() => api.close());

  /** Sends what is due, also what a command queued a moment later than the test's clock says. */
  async function deliver() {
    api.clock.turn(Math.max(0, Date.now() - api.clock.now()) + 1);
    await runWorker(api);
  }

  const codesTo = (email: string) => api.mails.filter(({ to, text }) => to === email && text.includes("CARD-"));

  test("mails an order's codes once more, under another message id, and prints none", async () => {
    const { email, orderId, payment } = await startOrder(api);
    const early = await cli.run(["vouchers", "resend", "acme", orderId]);
    expect(early).toEqual({ code: 1, stdout: "", stderr: "awning: This order has no vouchers yet.\n" });
    await notify(api, payment);
    await deliver();
    const said = await cli.ok("vouchers", "resend", "acme", orderId);
    expect(said).toBe(`The mail with the vouchers of order ${orderId} is sent again.\n`);
    await deliver();
    const [first, second, ...others] = codesTo(email);
    expect([second!.text, others]).toEqual([first!.text, []]);
    expect(second!.id).not.toBe(first!.id);
  });

  test("sends a gift to a corrected address until it is opened, and the first link opens nothing", async () => {
    const gift = { recipient_name: "Meera", recipient_email: "wrogn@example.test", message: "" };
    const { token } = await createShopper(api, { cart: [{ ...CARD, gift }] });
    const { orderId } = await placeOne(api, token);
    await notify(api, await paymentOf(api, orderId));
    await deliver();
    const linkTo = async (address: string) =>
      /\/gift\?([\w-]+)/.exec(api.mails.findLast(({ to }) => to === address)!.text)![1]!;
    const open = async (link: string) => (await api.request("POST", "/gift/open/", { body: { token: link } })).status;
    const wrong = await linkTo("wrogn@example.test");

    const none = await cli.run(["gifts", "resend", "acme", orderId, "ravi@example.test"]);
    expect(none).toMatchObject({ code: 1, stderr: `awning: order ${orderId} has no gift for ravi@example.test\n` });
    const typo = await cli.run(["gifts", "resend", "acme", orderId, "wrogn@example.test", "--to", "wrong"]);
    expect([typo.code, typo.stderr]).toEqual([
      2,
      expect.stringContaining("--to is neither an e-mail address nor a mobile number"),
    ]);
    const correct = ["gifts", "resend", "acme", orderId, "wrogn@example.test", "--to", "wrong@example.test"];
    expect(await cli.ok(...correct)).toBe("The gift goes to wrong@example.test.\n");
    await deliver();
    const right = await linkTo("wrong@example.test");
    expect([await open(wrong), await open(right)]).toEqual([404, 200]);

    const late = ["gifts", "resend", "acme", orderId, "wrong@example.test", "--to", "thief@example.test"];
    expect(await cli.run(late)).toMatchObject({ code: 1, stderr: expect.stringContaining("This gift was opened") });
  });

  test("refunds an order of which codes were seen only when told so", async () => {
    const cart = [CARD, { product_id: PRODUCT.paise, selectedDenomination: 99.5, quantity: 1 }];
    await stockUp(api, 1, { product: PRODUCT.paise });
    const [late, other] = [await createShopper(api, { cart }), await createShopper(api, { cart: [cart[1]!] })];
    const { orderId } = await placeOne(api, late.token, { amount: 1099.5 });
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    await placeOne(api, other.token, { amount: 99.5 });
    await notify(api, await paymentOf(api, orderId)); // paid late: the second card is gone
    const send = ["refunds", "send", "acme", orderId];
    const refused = await cli.run(send);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("2 codes of order");
    expect(refused.stderr).toContain("--even-if-revealed refunds 99.5 rupees all the same");
    expect(await cli.ok(...send, "--even-if-revealed")).toContain("Refunded 99.5 rupees");
  });
});
