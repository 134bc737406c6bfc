import { createCashfreeSimulator } from "./cashfree/simulator.ts";
import { MESSAGE_REHEARSALS } from "./message-rehearsals.ts";
import { createPhonePeSimulator } from "./phonepe/simulator.ts";
import { createRazorpaySimulator } from "./razorpay/simulator.ts";
import { createReloadlySimulator } from "./reloadly/simulator.ts";
import { derive, type Rehearsal, type RehearsalOptions, SOON_MS } from "./wire/rehearsed.ts";
import { createWoohooSimulator } from "./woohoo/simulator.ts";

/** In a rehearsal refunds are processed soon, and failed webhooks are sent again. */
const LIVELY = { settleRefundsAfterMs: SOON_MS, retriesByItself: true };

/** The shop's own address, which Woohoo requires with each order. */
const BILLING = {
  firstname: "Rehearsal",
  lastname: "Shop",
  email: "care@shop.example",
  telephone: "+919999999999",
  line1: "1 Station Road",
  city: "Pune",
  region: "Maharashtra",
  postcode: "411001",
};

const webhookAddress = ({ addressOf }: RehearsalOptions) => addressOf("payment-notification");

export const REHEARSALS: Record<string, (options: RehearsalOptions) => Rehearsal> = {
  razorpay(options) {
    const { key, payee } = options;
    const webhookUrl = webhookAddress(options);
    const keyId = `rzp_test_${derive(key, "razorpay id", 14)}`;
    const keySecret = derive(key, "razorpay secret", 24);
    const webhookSecret = derive(key, "razorpay webhook", 20);
    return gateway(
      webhookUrl,
      createRazorpaySimulator({ keyId, keySecret, webhookSecret, webhookUrl, payee, ...LIVELY }),
      { gateway: "razorpay" },
      { KEY_ID: keyId, KEY_SECRET: keySecret, WEBHOOK_SECRET: webhookSecret },
    );
  },
  cashfree(options) {
    const { key, payee } = options;
    const webhookUrl = webhookAddress(options);
    const clientId = `TEST${derive(key, "cashfree id", 20)}`;
    const clientSecret = `cfsk_ma_test_${derive(key, "cashfree secret", 32)}`;
    return gateway(
      webhookUrl,
      createCashfreeSimulator({ clientId, clientSecret, webhookUrl, payee, ...LIVELY }),
      { gateway: "cashfree", environment: "test" },
      { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
    );
  },
  phonepe(options) {
    const { key, payee } = options;
    const webhookUrl = webhookAddress(options);
    const clientId = `SIMULATED_${derive(key, "phonepe id", 12)}`;
    const clientSecret = derive(key, "phonepe secret", 36);
    const webhookPassword = `${derive(key, "phonepe webhook", 14)}a1`;
    const webhook = { webhookUser: "awning_shop", webhookPassword, webhookUrl };
    return gateway(
      webhookUrl,
      createPhonePeSimulator({ clientId, clientSecret, clientVersion: "1", ...webhook, payee, ...LIVELY }),
      { gateway: "phonepe", environment: "test" },
      {
        CLIENT_ID: clientId,
        CLIENT_SECRET: clientSecret,
        CLIENT_VERSION: "1",
        WEBHOOK_USER: "awning_shop",
        WEBHOOK_PASSWORD: webhookPassword,
      },
    );
  },
  woohoo({ key }) {
    const clientId = derive(key, "woohoo id", 32);
    const clientSecret = derive(key, "woohoo secret", 32);
    const [username, password] = ["simulated.shop", derive(key, "woohoo password", 12)];
    return supplier(
      "woohoo",
      createWoohooSimulator({ clientId, clientSecret, username, password, completesAfterMs: SOON_MS }),
      { billing: BILLING },
      { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, USERNAME: username, PASSWORD: password },
    );
  },
  reloadly({ key }) {
    const clientId = derive(key, "reloadly id", 32);
    const clientSecret = derive(key, "reloadly secret", 48);
    return supplier(
      "reloadly",
      createReloadlySimulator({ clientId, clientSecret }),
      { senderName: "Rehearsal Shop", recipientEmail: BILLING.email },
      { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
    );
  },
  ...MESSAGE_REHEARSALS,
};

const supplier = (
  kind: string,
  simulator: Rehearsal["simulator"],
  settings: object,
  secrets: Record<string, string>,
): Rehearsal => ({
  simulator,
  settings: (url) => ({ suppliers: { [kind]: { kind, environment: "test", url, ...settings } } }),
  secrets,
  use: "SUPPLIER",
  owner: [kind],
  notifies: null,
});

const gateway = (
  webhookUrl: string,
  simulator: Rehearsal["simulator"],
  settings: object,
  secrets: Record<string, string>,
): Rehearsal => ({
  simulator,
  settings: (url) => ({ payments: { ...settings, mode: "hosted", url } }),
  secrets,
  use: "PAYMENTS",
  owner: [],
  notifies: webhookUrl,
});
