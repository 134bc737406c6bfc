import type { Page } from "playwright";
import { expect, test } from "vitest";

import { createSqliteDatabases } from "../../api/db/sqlite/sqlite.ts";
import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { openStaffData } from "../../api/staff/staff.ts";
import { findBarriers } from "../helpers/browser/barriers.ts";
import { useBrowser } from "../helpers/browser/browser.ts";
import { openConsole } from "../helpers/browser/console.ts";
import { useShop } from "../helpers/shop/shop.ts";

const shop = useShop();
const openWindow = useBrowser();
const url = (path: string) => shop().url("console", path);

/** A device in the browser that holds passkeys, whose owner agrees at once. */
async function plugIn(page: Page) {
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    async passkeys() {
      return (await device.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
    },
  };
}

/** As if nobody had entered a code for long. */
async function forgetCodes() {
  const databases = createSqliteDatabases(shop().dataDir);
  const db = await openStaffData(databases);
  await db.transaction((tx) => tx.updateTable("sessions").set({ confirmed_at: 0 }).execute());
  await db.close();
  await databases.close();
}

/** Somebody else requests coins for a shopper, so that the owner may approve or refuse. */
async function askForCoins() {
  const databases = createSqliteDatabases(shop().dataDir);
  const db = await databases.open("aurora");
  await db.transaction(async (tx) => {
    const { id } = await tx.selectFrom("users").select("id").executeTakeFirstOrThrow();
    const asked = { user_id: id, amount: 200_000, reason: "A late card", asked_by: "other@staff.test", asked_at: 1 };
    await tx
      .insertInto("coin_grants")
      .values({ id: "a-grant", ...asked, state: "waiting", decided_by: null, decided_at: null })
      .execute();
  });
  await db.close();
  await databases.close();
}

async function addPasskey(page: Page, name: string) {
  await page.goto(url("/account"));
  await page.getByLabel("Name of the new passkey").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Make the passkey" }).click();
  await page.getByText(`The passkey “${name}” is added.`).waitFor();
}

test("a passkey is added, signs in without an address, confirms an act, and is removed", async () => {
  const page = await openConsole(openWindow, url, 1280, true);
  const device = await plugIn(page);
  await addPasskey(page, "Laptop");
  expect((await device.passkeys()).map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential])).toEqual([
    ["console.localhost", true],
  ]);
  expect(await findBarriers(page, "the account with a passkey")).toEqual([]);

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(url("/sign-in"));
  expect(await findBarriers(page, "signing in with a passkey")).toEqual([]);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(url("/"));

  await forgetCodes();
  await page.goto(url("/account"));
  await page.getByRole("button", { name: "Make new recovery codes" }).click();
  await page.getByLabel("Code of your authenticator app").waitFor();
  expect(await findBarriers(page, "a form that a passkey can confirm")).toEqual([]);
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await page
    .getByText(/^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$/)
    .first()
    .waitFor();

  await page.getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByText("The passkey is removed.").waitFor();
  expect(await page.getByRole("button", { name: "Remove Laptop" }).count()).toBe(0);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("This passkey was not accepted.").waitFor();
});

test("a device that does not verify its owner makes no passkey, and one that holds a passkey makes no second one", async () => {
  const page = await openConsole(openWindow, url, 1280, true);
  const device = await plugIn(page);
  await device.setVerified(false);
  await page.goto(url("/account"));
  await page.getByLabel("Name of the new passkey").fill("Key");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Make the passkey" }).click();
  await page.getByText("No passkey was used. Press the button to try again.").waitFor();
  await device.setVerified(true);
  await page.getByRole("button", { name: "Make the passkey" }).click();
  await page.getByText("The passkey “Key” is added.").waitFor();

  await page.getByLabel("Name of the new passkey").fill("Another");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Make the passkey" }).click();
  await page.getByText("This device has a passkey of yours already.").waitFor();
  expect(await device.passkeys()).toHaveLength(1);
});

test("a form with two buttons is sent by the one that is pressed after the passkey", async () => {
  const page = await openConsole(openWindow, url, 1280, true);
  await plugIn(page);
  await addPasskey(page, "Laptop");
  await askForCoins();
  await forgetCodes();
  await page.goto(url("/brands/aurora/shoppers/grants"));
  await page.getByLabel("Reason").fill("Agreed");
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await page.getByText("Confirmed. Now press the button").waitFor();
  await page.getByRole("button", { name: "Refuse" }).click();
  expect(await page.getByText("The request is refused.").innerText()).toContain("refused");
});

test("if a browser has no passkeys, nothing offers them, and the password signs in", async () => {
  const { page } = await openWindow();
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await page.goto(url("/sign-in"));
  await page.waitForFunction(() => customElements.get("passkey-button") !== undefined);
  expect(await page.getByText("Sign in with a passkey").isVisible()).toBe(false);
  await page.getByLabel("E-mail address").fill(DEMO_MEMBER.email);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_MEMBER.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(url("/"));
});
