/** The permissions of a key for the operator's API, each in words for the console. */
export const KEY_SCOPES = {
  "orders.read": "Read orders, without people and codes",
  "products.read": "Read the catalogue",
  "stock.read": "Count the stock",
  "stock.write": "Add cards to the stock",
  "reports.read": "Read the report of a month",
  "events.read": "Read the events of the last 30 days",
} as const;

export type KeyScope = keyof typeof KEY_SCOPES;

export const KEY_SCOPE_NAMES = Object.keys(KEY_SCOPES) as KeyScope[];
