import { sql } from "kysely";

import type { TenantDatabase } from "../../api/db/database.ts";
import { schemaName } from "../../api/db/postgres/postgres.ts";
import { keepSearch } from "../../api/search/keep-search.ts";

export const YEAR_MS = 365 * 24 * 60 * 60_000;
const VALID_MS = 2 * YEAR_MS;

/** Cards that are not sold. */
const STOCK = 100_000;

export type Size = { orders: number; shoppers: number };

/**
 * Adds a year of orders to a brand, with their payments, receipts, gifts, refunds and supplier orders, and coins to its shoppers.
 * Each hundredth order needs attention in some way. SQL makes the rows, and their cards cannot be decrypted.
 * @param start of the year (ms)
 */
export async function buildBigBrand(brand: string, { transaction, engine }: TenantDatabase, size: Size, start: number) {
  const { orders, shoppers } = size;
  const numbers = (count: number) =>
    engine === "postgres"
      ? sql`generate_series(cast(1 as bigint), ${sql.lit(count)}) as s(n)`
      : sql`(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${sql.lit(count)}) select n from s) as s`;
  const began = sql.lit(start);
  const at = sql`${began} + n * ${sql.lit(Math.floor(YEAR_MS / orders))}`;
  const text = (value: ReturnType<typeof sql>) => sql`cast(${value} as text)`;
  await transaction(async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx);
    if (engine === "postgres") {
      await run(sql`set local search_path to ${sql.id(schemaName(brand))}`);
      await run(sql`set local statement_timeout = 0`);
    }
    await run(sql`insert into users (id, username, email, email_key, phone, password_hash, created_at)
      select 'u' || n, case n % 3 when 0 then 'Asha Rao' when 1 then 'Vikram Shah' else 'Person' || n || ' Das' || n end,
        'shopper' || n || '@example.test', 'shopper' || n || '@example.test', ${text(sql`9000000000 + n`)}, 'x', ${began}
      from ${numbers(shoppers)}`);
    await run(sql`insert into orders (id, user_id, order_number, fingerprint, status, total, amount, coins, balance_after,
        redirect_url, notify_url, created_at, updated_at, expires_at, review)
      select 'o' || n, 'u' || (1 + n % ${sql.lit(shoppers)}), 'ORD' || (10000000000 + n * 7), 'f',
        case when n % 10000 = 1 then 'paid' when n % 10000 = 2 then 'paid_late' when n % 10000 = 3 then 'fulfilling'
          when n % 20 = 4 then 'expired' when n % 500 = 5 then 'refund_due' else 'completed' end,
        100 * (100 + n % 5000), 100 * (100 + n % 5000), 0, 0, '/', '/', ${at},
        ${at}, ${at}, case when n % 10000 = 1 then 'held' end
      from ${numbers(orders)}`);
    await run(sql`insert into order_items (id, order_id, position, cart_item_id, product_id, name, image_url, category,
        price_mrp, denomination, quantity, validity_days, status, issued)
      select 'i' || n, 'o' || n, 0, 'c', 1 + n % 12, 'Card ' || (n % 12), '/', 'Food', 100, 10000 * (1 + n % 20), 1, 365,
        case when n % 200 = 7 then 'refund_due' else 'issued' end, 1 from ${numbers(orders)}`);
    await run(sql`insert into gifts (order_item_id, recipient_name, recipient_email, message)
      select 'i' || n, 'Friend' || n || ' Iyer', 'friend' || n || '@example.test', '' from ${numbers(orders)} where n % 10 = 0`);
    await run(sql`insert into payments (id, order_id, amount, gateway, created_at)
      select 'p' || n, 'o' || n, 100 * (100 + n % 5000), case when n % 5000 = 0 then 'phonepe' when n % 2 = 0 then 'razorpay' else 'cashfree' end,
        ${at} from ${numbers(orders)}`);
    await run(sql`insert into payment_refs (payment_id, name, value)
      select 'p' || n, 'order', 'order_' || n from ${numbers(orders)}`);
    await run(sql`insert into payment_events (event_id, payment_id, gateway_payment_id, bank_reference, result, amount,
        currency, outcome, received_at)
      select 'e' || n, 'p' || n, 'pay_' || n, ${text(sql`400000000000 + n`)}, 'success', 100 * (100 + n % 5000), 'INR', 'paid',
        ${at} from ${numbers(orders)}`);
    await run(sql`insert into refunds (order_id, amount, coins, reason, created_at, sent_at)
      select 'o' || n, 100, 0, 'no_stock', ${at}, case when n % 2000 = 7 then null else ${at} end
      from ${numbers(orders)} where n % 200 = 7`);
    await run(sql`insert into supply_orders (ref, order_item_id, supplier, sku, face_value, quantity, state, give_up_at, created_at)
      select 's' || n, 'i' || n, 's', 's', 100, 1, case when n % 10000 = 3 then 'asked' else 'complete' end, ${at}, ${at}
      from ${numbers(orders)} where n % 4 = 3`);
    await run(sql`insert into receipts (order_id, financial_year, serial, username, email, issued_at)
      select 'o' || n, 'bench', n, 'Asha Rao', 'shopper' || (1 + n % ${sql.lit(shoppers)}) || '@example.test', ${at}
      from ${numbers(orders)} where n % 20 <> 4 and n % 500 <> 5`);
    // The program opens the oldest and the newest card of a brand, so the demo's own cards stay at both ends.
    await run(sql`update vouchers set created_at = 0 where id = (select min(id) from vouchers)`);
    await run(sql`insert into vouchers (id, product_id, face_value, fingerprint, card_number_sealed, ending, order_item_id,
        unit, issued_at, expires_at, created_at)
      select 'v' || n, 1 + n % 12, 10000 * (1 + n % 20), 'f' || n, 'x', 'e' || (n % 10000),
        case when n <= ${sql.lit(orders)} then 'i' || n end, case when n <= ${sql.lit(orders)} then 0 end,
        case when n <= ${sql.lit(orders)} then ${at} end, ${sql.lit(start + VALID_MS)}, ${began}
      from ${numbers(orders + STOCK)}`);
    await run(sql`insert into coin_entries (id, user_id, kind, amount, expires_at, created_at)
      select 'c' || n, 'u' || n, 'credit', 100 * (1 + n % 900), ${sql.lit(start + VALID_MS)}, ${began} from ${numbers(shoppers)}`);
    await run(sql`insert into coin_lots (id, user_id, remaining, expires_at, created_at)
      select 'c' || n, 'u' || n, 100 * (1 + n % 900), ${sql.lit(start + VALID_MS)} - (n % 1000) * ${sql.lit(YEAR_MS / 1000)}, ${began}
      from ${numbers(shoppers)}`);
    await run(sql`update users set coins = (select remaining from coin_lots where coin_lots.id = 'c' || substr(users.id, 2))
      where id in (select user_id from coin_lots where id = 'c' || substr(users.id, 2))`);
    // Each row has noted itself. The texts are made from the newest to the oldest, as after an upgrade.
    await run(sql`delete from search_notes`);
    for (const kind of ["order", "shopper"])
      await run(sql`insert into search_gaps (kind, before_at, before_id) values (${kind}, ${Number.MAX_SAFE_INTEGER}, '')
        on conflict (kind) do nothing`);
    if (engine === "postgres") await run(sql`analyze`);
  });
}

/** In slices of the worker, which leave time to requests, it would take several times as long. */
const SLICE = 2_000;

/** Makes the texts by which the console finds orders and shoppers. */
export async function indexBigBrand(brand: string, db: TenantDatabase) {
  const shop = { db, tenant: { id: brand } } as Parameters<typeof keepSearch>[0];
  while (await keepSearch(shop, SLICE));
}

/** The products of the rows above, in a brand without any. */
export const addProducts = ({ transaction }: TenantDatabase) =>
  transaction(async (tx) => {
    await tx.insertInto("categories").values({ id: 1, key: "food", name: "Food" }).execute();
    await tx.insertInto("subcategories").values({ id: 1, key: "cafes", category_id: 1, name: "Cafés" }).execute();
    const texts = { image_url: "/", details: "", terms_and_conditions: "", how_to_use: "", search_text: "card" };
    const numbers = { price: 10_000, price_mrp: 10_000, is_available: 1, quantity: 0, validity_days: 365 };
    for (let id = 1; id <= 12; id++)
      await tx
        .insertInto("products")
        .values({ id, sku: `card-${id}`, name: `Card ${id}`, category_id: 1, subcategory_id: 1, ...texts, ...numbers })
        .execute();
  });
