import type { Break } from "./run.ts";

const SEARCH_TEST = "tests/api/staff/search.test.ts";

/** The search for orders and shoppers. */
export const SEARCH_BREAKS: Break[] = [
  {
    what: "the search still finds a person who was erased",
    file: "api/accounts/erase-shopper.ts",
    from: "await removePerson(tx, userId);",
    to: "",
    test: SEARCH_TEST,
  },
  {
    what: "a member who may not see people finds them by name",
    file: "api/search/search-brand.ts",
    from: 'seesPeople ? find("search_shoppers") : []',
    to: 'find("search_shoppers")',
    test: SEARCH_TEST,
  },
  {
    what: "an order is not found by the references of its payment",
    file: "api/db/migrations/077-search.ts",
    from: 'columns: ["gateway_payment_id", "bank_reference"]',
    to: 'columns: ["result"]',
    test: SEARCH_TEST,
  },
  {
    what: "a fragment finds texts that have its letters in other places",
    file: "api/repositories/search/texts.ts",
    from: "sql`instr(${texts}.text, ${word}) > 0`",
    to: "sql`${word} <> ''`",
    test: SEARCH_TEST,
  },
];
