/** The words of an action on many rows. */
export type BulkWords = {
  /** As in the API: the permission of the same action on one row. */
  permission: string;
  /** The button beside a list. It only leads to the preview. */
  button: string;
  /** The effect, above the button that confirms it. */
  about: string;
  /** The button that confirms it, for "3 orders". */
  confirm(things: string): string;
  /** The rows before the run and after it. */
  ready: string;
  done: string;
  isGrave: boolean;
};

type Things = { one: string; many: string };

const THINGS: Record<string, Things> = {
  orders: { one: "order", many: "orders" },
  gifts: { one: "gift", many: "gifts" },
  products: { one: "product", many: "products" },
  shoppers: { one: "account", many: "accounts" },
  coupons: { one: "coupon", many: "coupons" },
};

/** By the API's names, which begin with the list. */
export const BULK_WORDS: Record<string, BulkWords> = {
  "orders.release": {
    permission: "orders.act",
    button: "Release",
    about: "Delivers the cards of each order now. They cannot be taken back.",
    confirm: (things) => `Release ${things}`,
    ready: "will be released",
    done: "released",
    isGrave: true,
  },
  "orders.refuse": {
    permission: "orders.refund",
    button: "Refuse and refund",
    about: "Delivers nothing. Coins are back at once, and cash goes back through the gateway.",
    confirm: (things) => `Refuse ${things}`,
    ready: "will be refused",
    done: "refused",
    isGrave: true,
  },
  "orders.refund": {
    permission: "orders.refund",
    button: "Refund all cards",
    about:
      "Refunds the cards that are left of each order. Cards of unopened gifts go back to stock; other codes stay valid, and their value is given away. Cash is sent as refunds of single orders are.",
    confirm: (things) => `Refund ${things}`,
    ready: "will be refunded",
    done: "refunded",
    isGrave: true,
  },
  "orders.resend": {
    permission: "orders.act",
    button: "Send vouchers again",
    about: "Each mail goes to the shopper's delivery address, as it is today.",
    confirm: (things) => `Send the vouchers of ${things}`,
    ready: "will be sent again",
    done: "sent again",
    isGrave: false,
  },
  "gifts.resend": {
    permission: "orders.act",
    button: "Send gifts again",
    about: "Each gift that was sent and is not opened goes to its recipient once more.",
    confirm: (things) => `Send ${things} again`,
    ready: "will be sent again",
    done: "sent again",
    isGrave: false,
  },
  "products.offer": {
    permission: "catalogue.edit",
    button: "Put on sale",
    about: "Shoppers see the products at once. This can be undone for seven days.",
    confirm: (things) => `Put ${things} on sale`,
    ready: "will be put on sale",
    done: "put on sale",
    isGrave: false,
  },
  "products.withdraw": {
    permission: "catalogue.edit",
    button: "Take off sale",
    about: "Nobody can buy the products any more. This can be undone for seven days.",
    confirm: (things) => `Take ${things} off sale`,
    ready: "will be taken off sale",
    done: "taken off sale",
    isGrave: false,
  },
  "products.move": {
    permission: "catalogue.edit",
    button: "Move to the category",
    about: "The products change their category. This can be undone for seven days.",
    confirm: (things) => `Move ${things}`,
    ready: "will be moved",
    done: "moved",
    isGrave: false,
  },
  "products.price": {
    permission: "catalogue.edit",
    button: "Set the amounts",
    about: "The products are sold for these amounts only. This can be undone for seven days.",
    confirm: (things) => `Set the amounts of ${things}`,
    ready: "will be changed",
    done: "changed",
    isGrave: false,
  },
  "shoppers.disable": {
    permission: "shoppers.act",
    button: "Disable",
    about: "Nobody can sign in to these accounts, and their sessions end. Orders that are placed continue.",
    confirm: (things) => `Disable ${things}`,
    ready: "will be disabled",
    done: "disabled",
    isGrave: true,
  },
  "shoppers.enable": {
    permission: "shoppers.act",
    button: "Enable",
    about: "The shoppers can sign in again.",
    confirm: (things) => `Enable ${things}`,
    ready: "will be enabled",
    done: "enabled",
    isGrave: false,
  },
  "coupons.withdraw": {
    permission: "coins.grant",
    button: "Withdraw",
    about: "Nobody can redeem the coupons any more. A withdrawn coupon stays withdrawn.",
    confirm: (things) => `Withdraw ${things}`,
    ready: "will be withdrawn",
    done: "withdrawn",
    isGrave: true,
  },
};

/** The words for a job, which is the preview of an action or its run; undefined for another job. */
export const bulkWordsOf = (kind: string): BulkWords | undefined => BULK_WORDS[kind.replace(/\.check$/, "")];

const listOf = (action: string) => action.slice(0, action.indexOf("."));

/** The page from which an action begins. Gifts are chosen by their orders. */
export const pageOf = (action: string) => (action.startsWith("gifts.") ? "orders" : listOf(action));

/** The noun for its rows, such as "orders". */
export const thingsOfBulk = (kind: string) => THINGS[listOf(kind)]!.many;

/** "1 order", "250 orders". */
export function countThings(kind: string, count: number): string {
  const { one, many } = THINGS[listOf(kind)]!;
  return `${count.toLocaleString("en-IN")} ${count === 1 ? one : many}`;
}
