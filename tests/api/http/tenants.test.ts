import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { parseSearch } from "../../../api/domain/search/search-terms.ts";
import * as sessions from "../../../api/repositories/accounts/sessions.ts";
import * as users from "../../../api/repositories/accounts/users.ts";
import * as cart from "../../../api/repositories/cart/cart.ts";
import * as catalogue from "../../../api/repositories/catalogue/catalogue.ts";
import * as productSearch from "../../../api/repositories/catalogue/product-search.ts";
import { PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { engines } from "../../helpers/database/test-database.ts";

/** Each call that needs a bearer. */
const SIGNED_IN: [method: string, path: string, body?: object][] = [
  ["GET", "/user-data/"],
  ["GET", "/cart/"],
  ["POST", "/cart/", { cart_items: [{ product_id: 1, quantity: 1, selectedDenomination: 100 }] }],
  ["PATCH", "/cart/", { id: "x", quantity: 1 }],
  ["DELETE", "/cart/", { id: "x" }],
  ["GET", "/edit-profile/"],
  ["PUT", "/edit-profile/"],
  ["PATCH", "/user/update/", { phone: "9876543210" }],
];

describe.each(engines)("tenants on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { tenants: ["acme", "globex"] });
  });
  afterAll(() => api.close());

  test.each(SIGNED_IN)(
    "treat %s %s with another tenant's bearer like one without [TEN-01]",
    async (method, path, body) => {
      const { token } = await api.signUp({ tenant: "acme" });
      const foreign = await api.request(method, path, { tenant: "globex", token, body });
      const none = await api.request(method, path, { tenant: "globex", body });
      expect([foreign.status, foreign.text]).toEqual([401, none.text]);
    },
  );

  test("neither refresh nor sign out with another tenant's refresh token [TEN-01]", async () => {
    const { token, refreshToken } = await api.signUp({ tenant: "acme" });
    const body = { refresh_token: refreshToken };
    expect((await api.request("POST", "/user/refreshtoken/", { tenant: "globex", body })).status).toBe(401);
    await api.request("POST", "/user/logout/", { tenant: "globex", body });
    expect((await api.request("GET", "/user-data/", { tenant: "acme", token })).status).toBe(200);
  });

  test("treat another tenant's cart item as unknown [TEN-02]", async () => {
    const [acme, globex] = [await api.signUp({ tenant: "acme" }), await api.signUp({ tenant: "globex" })];
    const items = { cart_items: [{ product_id: PRODUCT.choices, quantity: 1, selectedDenomination: 100 }] };
    const added = await api.request("POST", "/cart/", { tenant: "acme", token: acme.token, body: items });
    for (const method of ["PATCH", "DELETE"]) {
      const ask = (id: string) =>
        api.request(method, "/cart/", { tenant: "globex", token: globex.token, body: { id, quantity: 2 } });
      const [foreign, unknown] = [await ask(added.body[0].id), await ask("AAAAAAAAAAAAAAAAAAAAAA")];
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    }
    const left = await api.request("GET", "/cart/", { tenant: "acme", token: acme.token });
    expect(left.body).toEqual(added.body);
  });

  test("find their own rows in every query with the same ids in two tenants [TEN-03]", async () => {
    const [acme, globex] = [api.shop("acme").db, api.shop("globex").db];
    for (const [db, name] of [
      [acme, "acme"],
      [globex, "globex"],
    ] as const) {
      await db.transaction(async (tx) => {
        await tx
          .updateTable("categories")
          .set({ name: `${name} category` })
          .where("id", "=", 1)
          .execute();
        await tx
          .updateTable("subcategories")
          .set({ name: `${name} subcategory` })
          .where("id", "=", 1)
          .execute();
        await tx.updateTable("products").set({ name, search_text: name }).where("id", "=", 1).execute();
        const hash = "$argon2id$";
        await tx
          .insertInto("users")
          .values({
            id: "same",
            username: name,
            email: "Same@example.test",
            email_key: "same@example.test",
            password_hash: hash,
            created_at: 1,
          })
          .execute();
        await tx
          .insertInto("cart_items")
          .values({
            id: "same",
            user_id: "same",
            product_id: 1,
            denomination: 10_000,
            quantity: name.length,
            created_at: 1,
          })
          .execute();
        await sessions.createSession(tx, { userId: "same", refreshToken: name, client: "", now: 1, expiresAt: 2 });
      });
    }
    const seen = async ({ read }: typeof acme) => [
      (await catalogue.listCategories(read))[0]!.name,
      (await catalogue.listSubcategories(read))[0]!.name,
      (await catalogue.findProduct(read, 1))!.name,
      (await productSearch.findProductsByTerms(read, parseSearch("acme"))).length,
      (await cart.listCart(read, "same")).map(({ name, quantity }) => [name, quantity]),
      (await cart.findCartLine(read, "same", "same"))!.quantity,
      (await users.getUser(read, "same")).username,
      (await users.findUserByLogin(read, "same@example.test"))!.username,
    ];
    expect(await seen(acme)).toEqual([
      "acme category",
      "acme subcategory",
      "acme",
      1,
      [["acme", 4]],
      4,
      "acme",
      "acme",
    ]);
    expect(await seen(globex)).toEqual([
      "globex category",
      "globex subcategory",
      "globex",
      0,
      [["globex", 6]],
      6,
      "globex",
      "globex",
    ]);

    await acme.transaction(async (tx) => {
      await users.updateProfile(tx, "same", { phone: "9876543210" });
      await users.updateDeliveryContact(tx, "same", { delivery_email: "x@example.test", delivery_phone: null });
      await users.updatePasswordHash(tx, "same", "changed");
      await cart.updateCartLine(tx, "same", { quantity: 9 });
      expect(
        await sessions.rotateRefreshToken(tx, {
          refreshToken: "globex",
          successor: "s",
          now: 1,
          graceMs: 0,
          maxSuccessors: 1,
        }),
      ).toBeUndefined();
      await sessions.revokeByRefreshToken(tx, "globex", 1);
      expect(await cart.deleteCartLine(tx, "same", "same")).toBe(true);
    });
    expect(await users.getUser(globex.read, "same")).toMatchObject({
      phone: null,
      delivery_email: null,
      password_hash: "$argon2id$",
    });
    expect((await cart.findCartLine(globex.read, "same", "same"))!.quantity).toBe(6);
    const [session] = await globex.read.selectFrom("sessions").selectAll().where("user_id", "=", "same").execute();
    expect(session!.revoked_at).toBeNull();
    await globex.transaction((tx) => tx.deleteFrom("sessions").where("user_id", "=", "same").execute());
  });

  test("never answer many calls of two tenants at once with the other's data [TEN-04]", async () => {
    const shoppers = await Promise.all(
      ["acme", "globex"].map(async (tenant) => ({
        tenant,
        ...(await api.signUp({ tenant, email: `${tenant}@canary.test` })),
      })),
    );
    const calls = Array.from({ length: 300 }, (_, index) => shoppers[index % 2]!).map(
      async ({ tenant, token, email }) => {
        const { status, body } = await api.request("GET", "/user-data/", { tenant, token });
        return [status, body.email === email];
      },
    );
    expect(new Set((await Promise.all(calls)).map(String))).toEqual(new Set(["200,true"]));
  });

  test("hold two accounts for one e-mail in two tenants [TEN-08]", async () => {
    const email = "both@example.test";
    const signup = (tenant: string, password: string) =>
      api.request("POST", "/user/signup/", { tenant, body: { username: "Asha Rao", email, password, phone: "" } });
    expect((await signup("acme", PASSWORD)).status).toBe(201);
    expect((await signup("globex", "Another@2026")).status).toBe(201);
    expect((await api.login(email, PASSWORD, { tenant: "acme" })).status).toBe(200);
    expect((await api.login(email, PASSWORD, { tenant: "globex" })).status).toBe(400);
    await api
      .shop("acme")
      .db.transaction((tx) =>
        tx.updateTable("users").set({ phone: "9876543210" }).where("email_key", "=", email).execute(),
      );
    const login = await api.login(email, "Another@2026", { tenant: "globex" });
    expect(login.body.user.phone).toBe("");
  });

  test("answer for an unknown tenant as for an unknown address", async () => {
    const unknown = await api.request("GET", "/home/", { tenant: "nobody" });
    const wrong = await api.request("GET", "/nothing/", { tenant: "acme" });
    expect([unknown.status, unknown.text]).toEqual([404, wrong.text]);
    expect((await api.request("GET", "/home/", { tenant: "ACME" })).status).toBe(404);
  });
});
