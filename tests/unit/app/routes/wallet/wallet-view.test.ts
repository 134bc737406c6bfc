import { describe, expect, test } from "vitest";

import type { WalletCard } from "../../../../../app/commerce/types.ts";
import { groupCode } from "../../../../../app/routes/wallet/group-code.ts";
import {
  arrange,
  daysLeft,
  isMatch,
  readWalletView,
  shelfOf,
  walletHref,
} from "../../../../../app/routes/wallet/wallet-view.ts";

const NOW = Date.parse("2026-11-30T12:00:00+05:30");
const DAY = 24 * 60 * 60_000;
const card = (id: string, change: Partial<WalletCard> = {}): WalletCard => ({
  id,
  name: "Indigo Loom",
  cardNumber: "•••• 9012",
  pinCode: "",
  claimUrl: null,
  amount: 50_000,
  expiresAt: NOW + DAY,
  orderId: null,
  imageUrl: null,
  isUsed: false,
  isArchived: false,
  amountLeft: null,
  ...change,
});

describe("the wallet", () => {
  const cards = [
    card("endless", { expiresAt: null }),
    card("later", { expiresAt: NOW + 9 * DAY }),
    card("sooner", { name: "Mulmul Mornings", cardNumber: "•••• 7777" }),
    card("over", { expiresAt: NOW }),
    card("longOver", { expiresAt: NOW - 9 * DAY }),
    card("spent", { isUsed: true, expiresAt: NOW - DAY }),
    card("aside", { isArchived: true, isUsed: true }),
  ];
  const idsIn = (search: string) =>
    arrange(cards, readWalletView(new URLSearchParams(search)), NOW).shown.map(({ id }) => id);

  test("has each card in one place: the soonest end first, without an end last, past ones from the last", () => {
    expect(idsIn("")).toEqual(["sooner", "later", "endless"]);
    expect(idsIn("show=used")).toEqual(["spent"]);
    expect(idsIn("show=expired")).toEqual(["over", "longOver"]);
    expect(idsIn("show=archived")).toEqual(["aside"]);
    expect(idsIn("show=nonsense")).toEqual(idsIn(""));
    const { counts } = arrange(cards, readWalletView(new URLSearchParams()), NOW);
    expect(counts).toEqual({ live: 3, used: 1, expired: 2, archived: 1 });
    expect(shelfOf(card("x", { expiresAt: NOW + 1 }), NOW)).toBe("live");
  });

  test("finds cards by words of the name and by the last digits, in all its places", () => {
    expect(idsIn("q=mornings+MUL")).toEqual(["sooner"]);
    expect(idsIn("q=7777")).toEqual(["sooner"]);
    expect(idsIn("q=1234-5678-7777")).toEqual(["sooner"]);
    expect(idsIn("q=777")).toEqual(["sooner"]);
    expect(idsIn("q=saree")).toEqual([]);
    expect(isMatch(card("x", { cardNumber: "••••", name: null }), "12")).toBe(false);
    expect(arrange(cards, { show: "live", query: "7777" }, NOW).counts).toEqual({
      live: 1,
      used: 0,
      expired: 0,
      archived: 0,
    });
  });

  test("is in its address", () => {
    for (const href of ["/wallet", "/wallet?show=used", "/wallet?show=expired&q=loom+7"])
      expect(walletHref(readWalletView(new URL(href, "https://shop.example").searchParams))).toBe(href);
  });

  test("counts days as the calendar in India does", () => {
    const end = (at: string) => daysLeft({ expiresAt: Date.parse(at) }, NOW);
    expect(end("2026-11-30T23:59:59+05:30")).toBe(0);
    expect(end("2026-12-01T00:00:00+05:30")).toBe(1);
    expect(end("2026-12-30T23:59:59+05:30")).toBe(30);
    expect(daysLeft({ expiresAt: null }, NOW)).toBeNull();
  });
});

test.each([
  ["6039123456781234", ["6039", "1234", "5678", "1234"]],
  ["60391234567", ["6039", "1234", "567"]],
  ["IND1234-5678 9012", ["IND1234", "5678", "9012"]],
  ["🪷🪷🪷🪷🪷", ["🪷🪷🪷🪷", "🪷"]],
])("a number is read in groups: %s", (number, groups) => {
  expect(groupCode(number)).toEqual(groups);
});
