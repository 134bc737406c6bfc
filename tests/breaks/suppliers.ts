import type { Break } from "./run.ts";

const SUPPLIER_JOB = "api/jobs/supplier-job.ts";
const COMPARE = "api/catalogue/compare-suppliers.ts";
const COMPARISON_TEST = "tests/api/jobs/supplier-comparison.test.ts";
const SETUP_TEST = "tests/api/staff/supplier-setup.test.ts";

/** Comparisons with suppliers as jobs, and how the console sets suppliers up. */
export const SUPPLIER_BREAKS: Break[] = [
  {
    what: "a supplier's account changes while an order there waits for a review, and its cards are bought twice",
    file: "api/repositories/suppliers/supply-orders.ts",
    from: 'where.or([where("next_try_at", "is not", null), where("state", "in", AWAITED)])',
    to: 'where("next_try_at", "is not", null)',
    test: SETUP_TEST,
  },
  {
    what: "a supplier's card of a smaller amount is sold",
    file: "api/suppliers/woohoo/woohoo-wire.ts",
    from: "[faceValue, undefined].includes(parseWireRupees(text))",
    to: "true",
    test: "tests/unit/api/suppliers/woohoo.test.ts",
  },
  {
    what: "an order that a supplier lists only after the limit is given up, and its cards are lost",
    file: "api/orders/ask-suppliers.ts",
    from: 'return judged === REFUSED && due.state === "asked" ? WORKING : judged;',
    to: "return judged;",
    test: "tests/api/suppliers/supply.test.ts",
  },
  {
    what: "a supplier that repeats its cards without end fills the memory",
    file: "api/suppliers/woohoo/woohoo-orders.ts",
    from: " || cards.length > quantity",
    to: "",
    test: "tests/unit/api/suppliers/woohoo.test.ts",
  },
  {
    what: "a brand's owner reads another brand's supplier secrets by a supplier's name",
    file: "config/brand/secrets.ts",
    from: '.replaceAll("-", "__")',
    to: '.replaceAll("-", "_")',
    test: "tests/unit/config/secrets.test.ts",
  },
  {
    what: "a source that comes while catalogues are read is sold out",
    file: SUPPLIER_JOB,
    from: "if (sold === undefined) return undefined;",
    to: "",
    test: COMPARISON_TEST,
  },
  {
    what: "a killed comparison reads its catalogues again from the beginning",
    file: SUPPLIER_JOB,
    from: "cursor = JSON.parse(job.cursor) as Cursor;",
    to: "cursor = { read: [], place: null, after: 0 };",
    test: COMPARISON_TEST,
  },
  {
    what: "a supplier that does not answer is not named",
    file: "api/jobs/run-jobs.ts",
    from: "error instanceof PassingProblem ? error.message :",
    to: "",
    test: COMPARISON_TEST,
  },
  {
    what: "what a comparison has read stays",
    file: "api/jobs/clean-jobs.ts",
    from: "await deleteProducts(tx, job.id, ROWS)",
    to: "0",
    test: COMPARISON_TEST,
  },
  {
    what: "the place in a supplier's catalogue is taken for that of another",
    file: SUPPLIER_JOB,
    from: "cursor.place?.supplier === name ? cursor.place : null",
    to: "cursor.place",
    test: COMPARISON_TEST,
  },
  {
    what: "two presses start two comparisons",
    file: "api/repositories/jobs/jobs.ts",
    from: "known?.id ??",
    to: "",
    test: COMPARISON_TEST,
  },
  {
    what: "a change is applied to a source that has gone",
    file: COMPARE,
    from: ".filter((one) => sources.has(keyOf(one)))",
    to: "",
    test: COMPARISON_TEST,
  },
  {
    what: "a tick for refused credentials covers products and open orders",
    file: "api/routes/staff/setup/supplier-changes.ts",
    from: "confirmed.includes(objection)",
    to: "confirmed.length > 0",
    test: SETUP_TEST,
  },
  {
    what: "a supplier is added over another one of its name",
    file: "api/routes/staff/setup/supplier-body.ts",
    from: 'act === "add" && read.former !== undefined',
    to: "false",
    test: SETUP_TEST,
  },
  {
    what: "a supplier's secrets go to any address",
    file: "api/routes/staff/setup/supplier-body.ts",
    from: "settings.url !== undefined && settings.url !== formerUrl",
    to: "false",
    test: SETUP_TEST,
  },
  {
    what: "another account under the same name leaves orders unasked",
    file: "api/setup/change-supplier.ts",
    from: "accountOf(former) !== accountOf(settings)",
    to: "settings === undefined",
    test: SETUP_TEST,
  },
];
