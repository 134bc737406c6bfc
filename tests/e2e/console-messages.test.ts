import { afterAll, expect, test } from "vitest";

import { createMsg91Simulator } from "../../simulators/msg91/simulator.ts";
import { listen, type Listening } from "../../simulators/wire/listen.ts";
import { useBrowser } from "../helpers/browser/browser.ts";
import { findConsoleFaults, openConsole } from "../helpers/browser/console.ts";
import { useShop } from "../helpers/shop/shop.ts";

const BRAND = "/brands/acme/brand";
let server: Listening;
const shop = useShop(async () => {
  server = await listen(createMsg91Simulator({ authKey: "auth-key" }));
  const template = { id: "t1", values: ["name", "link"] };
  const messages = {
    sms: { provider: "msg91", url: server.url },
    templates: { vouchers: { sms: { en: template } } },
  };
  const env = { MESSAGES_ACME_SMS_AUTH_KEY: "auth-key" };
  return { tenants: { acme: { seed: "demo", editedIn: "console", languages: ["en", "hi"], messages } }, env };
});
afterAll(() => server.close());
const openWindow = useBrowser();
const url = (path: string) => shop().url("console", path);

test("messages are set up and tried without barriers, on phones and on desktops", async () => {
  const page = await openConsole(openWindow, url, 1280);
  const faults: string[] = [];
  const look = async (state: string) => void faults.push(...(await findConsoleFaults(page, state)));
  for (const [channel, provider] of [
    ["whatsapp", "whatsapp"],
    ["sms", "exotel"],
    ["sms", "http"],
  ]) {
    await page.goto(url(`${BRAND}/message-channel?channel=${channel}&provider=${provider}`));
    await look(`a new provider ${provider}`);
  }
  await page.goto(url(`${BRAND}/messages`));
  await look("the messages of a brand");
  await page.getByRole("link", { name: "Change Vouchers are ready, SMS, English" }).click();
  await page.getByRole("heading", { name: "Template: Vouchers are ready" }).waitFor();
  await look("a template");
  await page.getByLabel("Values in the order of its variables").fill("pin");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("vouchers has name, shop, order, link only").waitFor();
  await look("a refused template");
  await page.goto(url(`${BRAND}/messages`));
  await page.getByLabel("Mobile number").fill("98765 43210");
  await page.getByRole("button", { name: "Send a test message" }).click();
  await page.getByText(/Refused \(MSG91/).waitFor();
  await look("a refused test message");
  expect(faults).toEqual([]);
});
