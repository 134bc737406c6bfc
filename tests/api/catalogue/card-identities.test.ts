import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { rotateKeys } from "../../../api/audit/rotate-keys.ts";
import { addStock } from "../../../api/catalogue/add-stock.ts";
import { listDuplicates } from "../../../api/catalogue/list-duplicates.ts";
import { noteCardIdentities } from "../../../api/catalogue/note-card-identities.ts";
import { createTenantKeys } from "../../../api/domain/keys.ts";
import { insertVouchers } from "../../../api/repositories/cards/vouchers.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("cards that are written in different ways, on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { tenants: ["acme", "globex"] });
  });
  afterAll(() => api.close());

  const rowOf = (cardNumber: string, line = 2) => ({
    line,
    sku: "crust-court",
    faceValue: null,
    cardNumber,
    pin: null,
    claimUrl: null,
    expiresAt: null,
  });
  const add = (cardNumbers: string[], { brand = "acme", skipKnown = false, acceptCase = false } = {}) =>
    addStock(
      api.shop(brand),
      cardNumbers.map((cardNumber, at) => rowOf(cardNumber, at + 2)),
      { skipKnown, acceptCase },
    );
  const HAD_BEFORE = { problems: [{ place: "line 2", reason: "the card number has been in stock before" }] };
  const IN_CASE = { problems: [{ place: "line 2", reason: expect.stringContaining("only in the case of letters") }] };

  test("are one card, in one file and in two", async () => {
    expect(await add(["6012-3456-7890-0001"])).toEqual({ added: 1, skipped: 0 });
    for (const again of ["6012345678900001", "6012 3456 7890 0001", "6012-3456-7890-0001"])
      expect([again, await add([again])]).toEqual([again, HAD_BEFORE]);
    expect(await add(["6012345678900001"], { skipKnown: true })).toEqual({ added: 0, skipped: 1 });
    expect(await add(["7012-0001", "7012 0001"])).toEqual({
      problems: [{ place: "line 3", reason: "the file has this card twice, written in two ways" }],
    });
    expect(await add(["6012345678900001"], { brand: "globex" })).toEqual({ added: 1, skipped: 0 });
  });

  test("that differ in the case of letters are refused until that is accepted", async () => {
    expect(await add(["CaseAbcd"])).toEqual({ added: 1, skipped: 0 });
    expect(await add(["CASEABCD"])).toEqual(IN_CASE);
    expect(await add(["CASEABCD"], { skipKnown: true })).toEqual(IN_CASE);
    expect(await add(["CASEABCD", "caseabcd"], { acceptCase: true })).toEqual({ added: 2, skipped: 0 });
    expect(await add(["CASE-ABCD"], { acceptCase: true })).toMatchObject({ problems: [{ place: "line 2" }] });
    expect(await listDuplicates(api.shop())).toEqual([
      { sku: "crust-court", ending: "ABCD", isAccepted: true, orderNumber: null },
      { sku: "crust-court", ending: "ABCD", isAccepted: true, orderNumber: null },
    ]);
  });

  test("of an older version get their identity in the background, and those that are there twice are named", async () => {
    const shop = api.shop("globex");
    await add(["OLD-1", "OLD-2"], { brand: "globex" });
    await shop.db.transaction((tx) => tx.updateTable("vouchers").set({ identity: null }).execute());
    expect(await add(["OLD-1"], { brand: "globex" })).toEqual(HAD_BEFORE);
    expect(await add(["OLD 1"], { brand: "globex" })).toEqual({ added: 1, skipped: 0 }); // the older card has none yet
    await shop.db.transaction((tx) => tx.updateTable("vouchers").set({ identity: null }).execute());
    api.logged.splice(0);
    expect(await noteCardIdentities(shop)).toBe(false);
    expect(api.logged.join("")).toContain("cards are in stock twice");
    expect(await listDuplicates(shop)).toEqual([
      { sku: "crust-court", ending: "OLD1", isAccepted: false, orderNumber: null },
    ]);
    expect(await add(["o.l.d.2"], { brand: "globex" })).toEqual(IN_CASE);
    expect(await noteCardIdentities(shop)).toBe(false);
    expect(await listDuplicates(shop)).toHaveLength(1);
  });

  test("of an older version that differ in the case of letters are compared by their spelling", async () => {
    const shop = api.shop("globex");
    const accept = (cardNumber: string) => add([cardNumber], { brand: "globex", acceptCase: true });
    const forget = () =>
      shop.db.transaction((tx) =>
        tx.updateTable("vouchers").set({ identity: null }).where("identity", "like", "% ~%").execute(),
      );
    for (const cardNumber of ["Years-Ago", "YEARS-Ago"]) await accept(cardNumber);
    await forget();
    expect(await noteCardIdentities(shop)).toBe(false);
    expect(await accept("YEARS Ago")).toEqual(HAD_BEFORE);
    expect(await accept("years ago")).toEqual({ added: 1, skipped: 0 });
  });

  test("that differ in signs alone are one card where the case of letters counts", async () => {
    const accept = (cardNumbers: string[], skipKnown = false) =>
      add(cardNumbers, { brand: "globex", acceptCase: true, skipKnown });
    expect(await accept(["ABCD-1234", "abcd-1234", "ABCD 1234"])).toEqual({
      problems: [{ place: "line 4", reason: "the file has this card twice, written in two ways" }],
    });
    expect(await accept(["WXYZ-9999"])).toEqual({ added: 1, skipped: 0 });
    expect(await accept(["wxyz-9999", "WXYZ9999"])).toMatchObject({ problems: [{ place: "line 3" }] });
    expect(await accept(["wxyz-9999", "WXYZ9999"], true)).toEqual({ added: 1, skipped: 1 });
    expect(await accept(["Wxyz-9999", "WXYZ 9999", "wxyz 9999"], true)).toEqual({ added: 1, skipped: 2 });
    const cards = ["mnop-1", "MNOP-1", "MNOP1", "mnop1", "Mnop 1"].map((cardNumber) => rowOf(cardNumber));
    const shop = api.shop("globex");
    const insert = () =>
      shop.db.transaction((tx) => insertVouchers(tx, shop, PRODUCT.choices, cards, { isSecondTaken: true }));
    expect([await insert(), await insert()]).toEqual([3, 0]);
  });

  test("are one card also after a change of DATA_KEY, before and after the rotation", async () => {
    const bytes = (byte: number) => Buffer.alloc(32, byte);
    const keys = createTenantKeys(
      [
        { id: "2", bytes: bytes(8) },
        { id: "1", bytes: bytes(7) },
      ],
      "acme",
    );
    const shop = { ...api.shop(), keys };
    const options = { skipKnown: false, acceptCase: false };
    expect(await addStock(shop, [rowOf("6012345678900001")], options)).toEqual(HAD_BEFORE);
    await rotateKeys(shop);
    const renewed = { ...shop, keys: createTenantKeys([{ id: "2", bytes: bytes(8) }], "acme") };
    expect(await addStock(renewed, [rowOf("6012345678900001")], options)).toEqual(HAD_BEFORE);
    expect(await listDuplicates(renewed)).toHaveLength(2);
  });
});
