import { expect, test } from "vitest";

import { createSqliteDatabases } from "../../api/db/sqlite/sqlite.ts";
import { queueMail } from "../../api/repositories/mail/outbox.ts";
import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { formatDateTime } from "../../app/ui/date.tsx";
import { useShop } from "../helpers/shop/shop.ts";
import { findAll, textOf } from "../helpers/text-browser/html.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

const MINUTE = 60_000;
// Nobody does the work in the background, as where no worker runs. Mails in copied data may wait for longer than this one's.
const shop = useShop(() => ({ env: { BACKGROUND_WORK: "0" }, isFirstStart: true }));
const url = (path: string) => shop().url("console", path);

async function openAt(path: string) {
  const browser = new TextBrowser();
  const door = await browser.open(url(`/sign-in?returnTo=${encodeURIComponent(path)}`));
  return door.submit("Sign in", { "E-mail address": DEMO_MEMBER.email, Password: DEMO_MEMBER.password });
}

/** The lines of the table of brands. */
const brandsOn = ({ tree }: Awaited<ReturnType<typeof openAt>>) =>
  findAll(tree, ({ name }) => name === "tr")
    .map((row) => textOf(row))
    .filter((text) => /^(?:Aurora|Meridian|Tamarind)/.test(text));

test("Today shows mail that nobody sends, and all brands are sorted by their open tasks", async () => {
  const before = await openAt("/brands/tamarind");
  expect(before.text).not.toMatch(/mails? do/);
  const since = Date.now() - 6 * MINUTE;
  const databases = createSqliteDatabases(shop().dataDir);
  const db = await databases.open("tamarind");
  await db.transaction(async (tx) => {
    for (const about of ["one", "two"])
      await queueMail(tx, { kind: "vouchers", about, now: since, dueAt: about === "one" ? since : since + 1 });
    await queueMail(tx, { kind: "vouchers", about: "just now", now: Date.now() });
  });
  await databases.close();

  const today = await before.reload();
  expect(today.text).toContain(`2 mails do not leave. The oldest has waited since ${formatDateTime(since)}.`);

  const all = await today.browser.open(url("/?range=week"));
  expect(brandsOn(all).find((row) => row.startsWith("Tamarind"))).toContain("2 mails do not leave");
  const sorted = await (await all.follow("Needs somebody")).follow("13 weeks");
  expect(sorted.path).toBe("/?range=quarter&sort=-needs");
  expect(brandsOn(sorted)[0]).toMatch(/^Tamarind/);
  const upwards = await sorted.follow("Needs somebody");
  expect(brandsOn(upwards).at(-1)).toMatch(/^Tamarind/);
  const page = await upwards.follow("2 mails do not leave");
  expect([page.heading, page.path]).toEqual(["Today", "/brands/tamarind?range=quarter"]);
});
