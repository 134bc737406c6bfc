import { href } from "react-router";

import type { ConsoleBrand } from "../base/member.ts";
import { SECTION_TITLES } from "../base/section-titles.ts";

/** Pages of a brand that the member may open and that are not in the menu: the pages above link to them. */
export function morePages({ id: brand, permissions }: ConsoleBrand): { to: string; label: string }[] {
  const sections = Object.entries(SECTION_TITLES).map(([section, label]) => ({
    to: href("/brands/:brand/brand/:section", { brand, section }),
    label,
    permission: "brand.read",
  }));
  return [...pagesOf(brand), ...sections].filter(({ permission }) => permissions.includes(permission));
}

const pagesOf = (brand: string) => [
  { to: href("/brands/:brand/new-product", { brand }), label: "New product", permission: "catalogue.edit" },
  { to: href("/brands/:brand/categories", { brand }), label: "Categories", permission: "catalogue.read" },
  { to: href("/brands/:brand/stock-alerts", { brand }), label: "Stock alerts", permission: "catalogue.read" },
  { to: href("/brands/:brand/catalogue/import", { brand }), label: "Import a catalogue", permission: "catalogue.edit" },
  { to: href("/brands/:brand/stock/import", { brand }), label: "Import stock", permission: "stock.edit" },
  { to: href("/brands/:brand/payments", { brand }), label: "Payments and refunds", permission: "money.read" },
  { to: href("/brands/:brand/webhooks", { brand }), label: "Notifications of the gateway", permission: "money.read" },
  {
    to: href("/brands/:brand/money-requests", { brand }),
    label: "Money that waits for approval",
    permission: "money.read",
  },
  {
    to: href("/brands/:brand/shoppers/grants", { brand }),
    label: "Coins that wait for approval",
    permission: "coins.approve",
  },
  { to: href("/brands/:brand/open", { brand }), label: "Steps to the first order", permission: "brand.read" },
  { to: href("/brands/:brand/brand/pictures", { brand }), label: "Pictures", permission: "brand.read" },
  { to: href("/brands/:brand/brand/payments", { brand }), label: "How shoppers pay", permission: "brand.read" },
  { to: href("/brands/:brand/brand/suppliers", { brand }), label: "Suppliers", permission: "brand.read" },
  { to: href("/brands/:brand/brand/messages", { brand }), label: "Messages", permission: "brand.read" },
];
