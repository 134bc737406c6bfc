import { createExotelSimulator } from "./exotel/simulator.ts";
import { createMessageHttpSimulator } from "./message-http/simulator.ts";
import { createMsg91Simulator } from "./msg91/simulator.ts";
import { rehearseDlt, rehearseWhatsApp, settingsOf } from "./phones/rehearsed-texts.ts";
import { createWhatsAppSimulator } from "./whatsapp/simulator.ts";
import { derive, type Rehearsal, type RehearsalOptions } from "./wire/rehearsed.ts";

/** In a rehearsal a message is sent soon, and a failed receipt is sent again. */
const LIVELY = { actsAfterMs: 1_000, retriesByItself: true };

type Channel = "whatsapp" | "sms";
const receiptAddress = ({ addressOf }: RehearsalOptions, channel: Channel) => addressOf(`message-receipt/${channel}`);
const withKey = (address: string, key: string) => `${address}?key=${key}`;

export const MESSAGE_REHEARSALS: Record<string, (options: RehearsalOptions) => Rehearsal> = {
  whatsapp(options) {
    const { key } = options;
    const notifies = receiptAddress(options, "whatsapp");
    const templates = rehearseWhatsApp(new URL(notifies).origin);
    const [token, appSecret] = [`EAA${derive(key, "whatsapp token", 40)}`, derive(key, "whatsapp secret", 32)];
    const verifyToken = derive(key, "whatsapp verify", 20);
    const phoneNumberId = "109876543210987";
    const keys = { token, appSecret, verifyToken, phoneNumberId };
    return {
      simulator: createWhatsAppSimulator({ ...keys, templates, webhookUrl: notifies, ...LIVELY }),
      settings: (url) => ({
        messages: {
          whatsapp: { provider: "whatsapp", phoneNumberId, url },
          templates: settingsOf("whatsapp", templates, ({ name, values }) => ({ id: name, values })),
        },
      }),
      secrets: { TOKEN: token, APP_SECRET: appSecret, VERIFY_TOKEN: verifyToken },
      notifies,
      ...owned("whatsapp"),
    };
  },
  msg91(options) {
    const { key } = options;
    const address = receiptAddress(options, "sms");
    const { register, templates } = rehearseDlt(new URL(address).origin);
    const [authKey, callbackKey] = [derive(key, "msg91 key", 25), derive(key, "msg91 callback", 32)];
    const known = templates.map(({ id, dltId }) => [id, { header: register.headers[0]!, dltId }]);
    return {
      simulator: createMsg91Simulator({
        authKey,
        webhookUrl: withKey(address, callbackKey),
        templates: Object.fromEntries(known),
        dlt: register,
        ...LIVELY,
      }),
      settings: (url) => ({
        messages: {
          sms: { provider: "msg91", url },
          templates: settingsOf("sms", templates, ({ id, values }) => ({ id, values })),
        },
      }),
      secrets: { AUTH_KEY: authKey, CALLBACK_KEY: callbackKey },
      notifies: withKey(address, callbackKey),
      ...owned("sms"),
    };
  },
  exotel(options) {
    const { key } = options;
    const notifies = receiptAddress(options, "sms");
    const { register, templates } = rehearseDlt(new URL(notifies).origin);
    const [apiKey, apiToken] = [derive(key, "exotel key", 40), derive(key, "exotel token", 40)];
    const accountSid = "awning1";
    return {
      simulator: createExotelSimulator({ accountSid, apiKey, apiToken, dlt: register, ...LIVELY }),
      settings: (url) => ({
        messages: {
          sms: {
            provider: "exotel",
            accountSid,
            sender: register.headers[0],
            dltEntityId: register.entityId,
            url,
          },
          templates: settingsOf("sms", templates, ({ id, dltId, text, values }) => ({ id, dltId, text, values })),
        },
      }),
      secrets: { API_KEY: apiKey, API_TOKEN: apiToken, CALLBACK_KEY: derive(key, "exotel callback", 32) },
      notifies,
      ...owned("sms"),
    };
  },
  "message-http"(options) {
    const notifies = receiptAddress(options, "sms");
    const { templates } = rehearseDlt(new URL(notifies).origin);
    const secret = `whsec_${Buffer.from(derive(options.key, "message-http", 32)).toString("base64")}`;
    const known = Object.fromEntries(templates.map(({ id, values }) => [id, values]));
    return {
      simulator: createMessageHttpSimulator({ secret, templates: known, ...LIVELY }),
      settings: (url) => ({
        messages: {
          sms: { provider: "http", url: `${url}/messages` },
          templates: settingsOf("sms", templates, ({ id, values }) => ({ id, values })),
        },
      }),
      secrets: { SECRET: secret },
      notifies,
      ...owned("sms"),
    };
  },
};

const owned = (channel: Channel) => ({ use: "MESSAGES" as const, owner: [channel] });
