import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";

import type { Shop } from "./shop.ts";

function withBooks<T>(shop: Shop, brand: string, use: (db: Database.Database) => T): T {
  const db = new Database(join(shop.dataDir, `${brand}.db`), { timeout: 5_000 });
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Makes an order `seconds` older: a separate process has no clock that a test can turn. */
export const ageOrder = (shop: Shop, brand: string, orderId: string, seconds: number) =>
  withBooks(shop, brand, (db) => {
    const ms = seconds * 1000;
    db.transaction(() => {
      const order = db
        .prepare(
          "update orders set created_at = created_at - ?, expires_at = expires_at - ? where id = ? returning order_number",
        )
        .get(ms, ms, orderId) as { order_number: string } | undefined;
      if (!order) throw new Error(`No order ${orderId}`);
      // The shop queries its state at the end of the order's window.
      db.prepare(
        "update payments set next_poll_at = min(next_poll_at, (select expires_at from orders where id = ?)) where order_id = ?",
      ).run(orderId, orderId);
      db.prepare("update sandbox_payments set expires_at = expires_at - ? where order_number = ?").run(
        ms,
        order.order_number,
      );
    })();
  });

/** Nobody has used the account of this number for so many days more. */
export const neglectAccount = (shop: Shop, brand: string, phone: string, days: number) =>
  withBooks(shop, brand, (db) => {
    const ms = days * 24 * 60 * 60_000;
    const { id } = db.prepare("select id from users where verified_phone = ?").get(phone) as { id: string };
    db.prepare("update users set created_at = created_at - ? where id = ?").run(ms, id);
    db.prepare("update devices set last_seen_at = last_seen_at - ? where user_id = ?").run(ms, id);
    db.prepare("delete from phone_codes where phone = ?").run(phone);
  });

/** Makes all payments' queries to the gateways due now, for tests without notifications: the shop waits 20 s. */
export const askGatewaysNow = (shop: Shop, brand: string) =>
  withBooks(shop, brand, (db) => db.prepare("update payments set next_poll_at = ?").run(Date.now()));

/** Gives a held order another reason for its review, as when the gateway gives the money back. */
export const giveBack = (shop: Shop, brand: string, orderNumber: string) =>
  withBooks(shop, brand, (db) =>
    db.prepare("update orders set review_reason = 'given_back' where order_number = ?").run(orderNumber),
  );

/** Frees the cards that unpaid orders hold, because a demo brand has few of each. */
export const freeCards = (shop: Shop, ...brands: string[]) =>
  brands.forEach((brand) =>
    withBooks(shop, brand, (db) =>
      db.exec("update vouchers set reserved_for = null, reservation_check_at = null where order_item_id is null"),
    ),
  );

/** Adds so many shoppers with one failed order each, for long lists; the books do not contain them. */
export const addListed = (shop: Shop, brand: string, count: number) =>
  withBooks(shop, brand, (db) =>
    db.exec(`
      create temp table listed as with recursive place(at) as (select 0 union all select at + 1 from place where at + 1 < ${count})
        select at, printf('listed-%05d', at) as id, printf('listed.%d@example.test', at) as email from place;
      begin;
      insert into users (id, username, email, email_key, password_hash, created_at)
        select id, 'Asha', email, email, '', at from listed;
      insert into orders (id, user_id, order_number, fingerprint, status, total, amount, coins, balance_after, redirect_url,
          notify_url, created_at, updated_at, expires_at)
        select id, id, id, '', 'failed', 100, 100, 0, 0, '', '', at, at, at from listed;
      commit;
    `),
  );

/** Takes the orders away again, for the check of the books at the end. */
export const removeListed = (shop: Shop, brand: string) =>
  withBooks(shop, brand, (db) => db.exec("delete from orders where id like 'listed-%'"));

/** Makes every issuing of a voucher fail, as a full disk would; `false` ends that. */
export const blockVouchers = (shop: Shop, brand: string, isBlocked: boolean) =>
  withBooks(shop, brand, (db) => {
    if (!isBlocked) return db.exec("drop trigger no_vouchers");
    return db.exec(
      "create trigger no_vouchers before update of order_item_id on vouchers begin select raise(abort, 'no vouchers'); end",
    );
  });

/** Makes a shopper's expiring coins expire in `hours`. */
export const expireCoinsIn = (shop: Shop, brand: string, email: string, hours: number) =>
  withBooks(shop, brand, (db) =>
    db
      .prepare(
        `update coin_lots set expires_at = ?
         where expires_at is not null and user_id = (select id from users where email_key = ?)`,
      )
      .run(Date.now() + hours * 3_600_000, email),
  );

/** Sets the day of every waiting gift to now. */
export const sendGiftsNow = (shop: Shop, brand: string) =>
  withBooks(shop, brand, (db) =>
    db.prepare("update outbox set next_try_at = ? where kind = 'gift' and delivered_at is null").run(Date.now()),
  );

/** The version of the terms that the order's shopper accepted, and the time. */
export const acceptedTerms = (shop: Shop, brand: string, orderId: string) =>
  withBooks(
    shop,
    brand,
    (db) =>
      db.prepare("select terms_version as version, terms_accepted_at as at from orders where id = ?").get(orderId) as {
        version: string | null;
        at: number | null;
      },
  );

/** A brand's books about an order: its state, the vouchers it got, the coin entries it made (hundredths). */
export const bookedOrder = (shop: Shop, brand: string, orderId: string) =>
  withBooks(shop, brand, (db) => ({
    status: (db.prepare("select status from orders where id = ?").get(orderId) as { status: string } | undefined)
      ?.status,
    vouchers: (
      db
        .prepare(
          "select count(*) as n from vouchers where order_item_id in (select id from order_items where order_id = ?)",
        )
        .get(orderId) as { n: number }
    ).n,
    coins: db.prepare("select kind, amount from coin_entries where order_id = ? order by created_at").all(orderId),
  }));

/** The mails that the brand wrote about an order, as text, without the messages to phones. */
export function mailsAbout(shop: Pick<Shop, "dataDir">, brand: string, orderNumber: string): string[] {
  const folder = join(shop.dataDir, "outbox", brand);
  if (!existsSync(folder)) return []; // nothing was ever sent
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml")); // others are being written
  const mails = files.map((name) => readFileSync(join(folder, name), "utf8"));
  const decode = (mail: string) =>
    mail
      .replace(/=\r?\n/g, "")
      .replace(/((?:=[0-9A-F]{2})+)/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString());
  const isMail = (mail: string) => !/^Subject: (SMS|WhatsApp): /m.test(mail); // the outbox holds messages to phones, too
  return mails.map(decode).filter((mail) => isMail(mail) && mail.includes(orderNumber));
}

/** The messages of a brand to phones, oldest first, with the channels on which each was tried. */
export const phoneMessages = (shop: Shop, brand: string) =>
  withBooks(
    shop,
    brand,
    (db) =>
      db
        .prepare(
          `select about, state, copies, (select group_concat(channel || ' ' || state, ', ') from
             (select channel, state from message_sendings where message_id = messages.id order by created_at)) as sendings
           from messages order by created_at`,
        )
        .all() as { about: string; state: string; copies: number; sendings: string | null }[],
  );

/** Makes the next step of every message due now: a test does not wait for its pauses. */
export const hurryMessages = (shop: Shop, brand: string) =>
  withBooks(shop, brand, (db) =>
    db.prepare("update messages set next_try_at = ? where next_try_at is not null").run(Date.now()),
  );

/** Records that a number's owner agreed to WhatsApp. */
export const agreeToWhatsApp = (shop: Shop, brand: string, phone: string) =>
  withBooks(shop, brand, (db) =>
    db
      .prepare(
        `insert into phone_consents (id, phone, channel, source, text, given_at)
         values (?, ?, 'whatsapp', 'sign-in', 'Yes', ?)`,
      )
      .run(`test ${phone}`, phone, Date.now()),
  );
