/** The words of an action on many rows. */
export type BulkWords = {
  /** As in the API: the permission of the same action on one row. */
  permission: string;
  /** The button beside a list. It only leads to the preview. */
  button: string;
  /** What the action does, above the button that confirms it. */
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
  "orders.resend": {
    permission: "orders.act",
    button: "Send vouchers again",
    about: "Each mail goes to the shopper's delivery address, as it is today.",
    confirm: (things) => `Send the vouchers of ${things}`,
    ready: "will be sent again",
    done: "sent again",
    isGrave: false,
  },
};

/** The words for a job, which is the preview of an action or its run; undefined for another job. */
export const bulkWordsOf = (kind: string): BulkWords | undefined => BULK_WORDS[kind.replace(/\.check$/, "")];

export const listOf = (action: string) => action.slice(0, action.indexOf("."));

/** What the action changes, such as "orders". */
export const thingsOfBulk = (kind: string) => THINGS[listOf(kind)]!.many;

/** "1 order", "250 orders". */
export function countThings(kind: string, count: number): string {
  const { one, many } = THINGS[listOf(kind)]!;
  return `${count.toLocaleString("en-IN")} ${count === 1 ? one : many}`;
}
