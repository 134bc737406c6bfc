import { describe, expect, test } from "vitest";

import type { StatementRow } from "../../../../api/domain/bank/statement.ts";
import { matchStatement } from "../../../../api/payments/match-statement.ts";

describe("a row of a statement", () => {
  const attempt = (order_number: string, amount = 45_000, id = `attempt-${order_number}`) => ({
    id,
    order_id: `id-${order_number}`,
    order_number,
    amount,
    short_reference: null,
  });
  const [ONE, TWO] = [attempt("ORD1"), attempt("ORD2")];

  const row = (note: string, amount = 45_000): StatementRow => ({
    line: 2,
    bankReference: "612345678901",
    amount,
    note,
  });
  const match = (note: string, amount?: number) => matchStatement([row(note, amount)], [ONE, TWO])[0];
  const unclear = (reason: string, orders: string[]) => expect.objectContaining({ is: "unclear", reason, orders });

  test.each(["ORD1", "Order ORD1", "UPI/612345678901/Asha/order ord1/okbank", "attempt-ord1 paid", "(ORD1)"])(
    "matches the order that its note names, in any case: %s",
    (note) => expect(match(note)).toMatchObject({ is: "match", attempt: ONE }),
  );

  test.each([
    "UPI-ASHA RAO-ASHA@OKBANK-BANK0000123-612345678901-ORD1795690546249142887241",
    "BY TRANSFER-UPI/CR/612345678901/ASHA/BANK/ORD1795690546249142887241/UPI--",
    "UPI-ASHA-612345678901-attempt_x-7Qb9zR2mK4-UPI",
    "UPI-ASHA-612345678901-ATTEMPTX7QB9ZR2MK4-UPI",
  ])("matches the order whose name a bank joins to other words: %s", (note) => {
    const long = attempt("ORD1795690546249142887241", 45_000, "attempt_x-7Qb9zR2mK4");
    expect(matchStatement([row(note)], [ONE, TWO, long])).toMatchObject([{ is: "match", attempt: long }]);
  });

  test.each([
    "UPI-ASHA RAO-ASHA@OKBANK-BANK0000123-612345678901-AUR7K392Q",
    "UPI/CR/612345678901/ASHA/BANK/asha@ok/aur7k392q--",
    "UPI/612345678901/Order AUR-7K3-92Q/asha@ybl/BANK LTD/",
    "ORDERAUR7K392QUPI",
    "UPI/CR/612345678901/ASHA RAO/Order AUR7K\n392Q",
  ])("matches the order whose short reference it holds in any spelling: %j", (note) => {
    const paid = { ...attempt("ORD1795690546249142887241"), short_reference: "AUR7K392Q" };
    const other = { ...TWO, short_reference: "AUR7K392C" };
    expect(matchStatement([row(note)], [ONE, other, paid])).toMatchObject([{ is: "match", attempt: paid }]);
  });

  test("matches no order whose number is the beginning of another number", () => {
    const short = attempt("ORD1795690546249142");
    expect(matchStatement([row("Order ORD1795690546249142887241")], [short])).toMatchObject([{ is: "unclear" }]);
    expect(matchStatement([row("Order ORD1795690546249142/887241")], [short])).toMatchObject([{ is: "match" }]);
  });

  test("matches an order by its number in a narration that a bank wraps", () => {
    const long = attempt("ORD1795690546249142887241");
    const note = "UPI/CR/612345678914/ASHA RAO/Order ORD17956905462\n49142887241";
    expect(matchStatement([row(note)], [ONE, long])).toMatchObject([{ is: "match", attempt: long }]);
  });

  test("matches no short name that results from a bank's dashes by chance", () => {
    const short = attempt("UPI-99", 45_000, "id");
    const payer = attempt("Asha", 45_000, "id");
    expect(matchStatement([row("UPI-ASHA-612345678901")], [payer])).toMatchObject([{ is: "unclear" }]);
    expect(matchStatement([row("REF-UPI-99-X")], [short])).toMatchObject([{ is: "unclear" }]);
    expect(matchStatement([row("ORD-1")], [ONE])).toMatchObject([{ is: "match" }]);
    expect(matchStatement([row("-- __")], [attempt("--", 45_000, "__")])).toMatchObject([{ is: "unclear" }]);
  });

  test.each(["PhonePe", "HDFC0000123", "merchant-awning-okhdfc"])(
    "matches no order of another client whose number is a word of the bank: %s",
    (number) => {
      const note = `UPI/CR/612345678901/ASHA RAO/HDFC0000123/merchant.awning@okhdfc/Payment from PhonePe ${number}`;
      expect(matchStatement([row(note)], [attempt(number, 45_000, "id")])).toMatchObject([{ is: "unclear" }]);
    },
  );

  test.each(["", "UPI/612345678901/Asha", "ORD", "ORD12", "XORD1", "Order ORD"])(
    "matches no order if its note contains no order number, or only a part of one: %j",
    (note) => expect(match(note)).toEqual(unclear("its note names no waiting order", ["ORD1", "ORD2"])),
  );

  test("lists the orders of its amount if its note contains no order number", () => {
    const others = [attempt("ORD3", 45_001), attempt("ORD4", 90_000)];
    const [found] = matchStatement([row("thanks")], [...others, TWO]);
    expect(found).toEqual(unclear("its note names no waiting order", ["ORD2"]));
  });

  test("lists at most five orders of its amount", () => {
    const many = Array.from({ length: 9 }, (_, at) => attempt(`ORD${at}`));
    const [paid, found] = matchStatement([row("ORD0"), row("thanks")], many);
    expect(paid).toMatchObject({ is: "match", attempt: many[0] });
    expect(found).toEqual(unclear("its note names no waiting order", ["ORD1", "ORD2", "ORD3", "ORD4", "ORD5"]));
  });

  test("may have an amount that no order can cost, and then pays none", () => {
    expect(matchStatement([row("thanks", 25_00_000_00)], [ONE])).toEqual([
      unclear("its note names no waiting order", []),
    ]);
  });

  test.each([44_999, 45_001, 4_500_000])("of another amount matches nothing: %d paise", (amount) =>
    expect(match("Order ORD1", amount)).toEqual(unclear("the order has another amount", ["ORD1"])),
  );

  test("matches nothing if its note contains several order numbers, or one that two shoppers use", () => {
    expect(match("ORD1 ORD2")).toEqual(unclear("its note names several orders", ["ORD1", "ORD2"]));
    const other = { ...attempt("ORD1", 45_000, "attempt-b"), order_id: "another" };
    const [found] = matchStatement([row("Order ORD1")], [ONE, other]);
    expect(found).toEqual(unclear("its note names several orders", ["ORD1", "ORD1"]));
  });

  test("pays one order, and an order is paid by one row", () => {
    const found = matchStatement([row("ORD1"), row("ORD1"), row("ORD2")], [ONE, TWO]);
    expect(found).toEqual([
      expect.objectContaining({ is: "match", attempt: ONE }),
      unclear("its note names no waiting order", ["ORD2"]),
      expect.objectContaining({ is: "match", attempt: TWO }),
    ]);
  });

  test("pays the newest attempt of an order that has several, unless its note contains one", () => {
    const again = { ...ONE, id: "attempt-again" };
    const find = (...notes: string[]) =>
      matchStatement(
        notes.map((note) => row(note)),
        [ONE, again],
      );
    expect(find("Order ORD1")).toMatchObject([{ is: "match", attempt: again }]);
    expect(find("attempt-ORD1")).toMatchObject([{ is: "match", attempt: ONE }]);
    expect(find("ORD1 attempt-ORD1")).toMatchObject([{ is: "match", attempt: again }]);
    expect(find("ORD1", "ORD1")).toMatchObject([{ is: "match" }, { is: "unclear" }]);
  });
});
