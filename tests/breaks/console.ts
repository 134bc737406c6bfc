import type { Break } from "./run.ts";

const JOBS = "api/repositories/jobs/jobs.ts";
const RUN_JOBS = "api/jobs/run-jobs.ts";
const IMPORT_TEST = "tests/api/jobs/stock-import.test.ts";
const JOBS_TEST = "tests/api/jobs/run-jobs.test.ts";
const WITHDRAW_TEST = "tests/api/jobs/withdraw-import.test.ts";
const EVENTS_TEST = "tests/api/outgoing/deliver-events.test.ts";
const KEYS_TEST = "tests/api/outgoing/api-keys.test.ts";
const PICTURES_TEST = "tests/api/staff/pictures.test.ts";
const PAYMENT_SETUP_TEST = "tests/api/staff/payment-setup.test.ts";

/** What the console does by itself or lets others do: jobs, events for other systems, their keys, pictures, and how a brand is paid. */
export const CONSOLE_BREAKS: Break[] = [
  {
    what: "two processes take one job",
    file: JOBS,
    from: '    .where("claimed_until", "<=", now)\n    .returningAll()',
    to: "    .returningAll()",
    test: IMPORT_TEST,
  },
  {
    what: "a process whose claim of a job has lapsed goes on writing",
    file: JOBS,
    from: '    .where("claimed_until", "=", claimed_until)\n',
    to: "",
    test: IMPORT_TEST,
  },
  {
    what: "a cancelled import goes on to its end",
    file: RUN_JOBS,
    from: 'held.cancel_asked_at !== null) return endJob(tx, shop, held, { state: "cancelled" });\n  const',
    to: 'false) return endJob(tx, shop, held, { state: "cancelled" });\n  const',
    test: IMPORT_TEST,
  },
  {
    what: "a cancelled job is read once more, which may end its process again",
    file: RUN_JOBS,
    from: "const isCancelled = job.cancel_asked_at !== null;",
    to: "const isCancelled = false;",
    test: JOBS_TEST,
  },
  {
    what: "a job that ends its process is tried for ever",
    file: RUN_JOBS,
    from: "job.failures <= MOST_FAILURES",
    to: "true",
    test: JOBS_TEST,
  },
  {
    what: "one long job keeps all others waiting",
    file: RUN_JOBS,
    from: "{ claimed_until: shop.clock.now() }",
    to: "{ claimed_until: 0 }",
    test: JOBS_TEST,
  },
  {
    what: "members fill the disk with files that wait",
    file: "api/jobs/open-jobs.ts",
    from: "open.bytes + bytes <= MOST_BYTES",
    to: "true",
    test: JOBS_TEST,
  },
  {
    what: "a row far down in a small Excel file fills the memory",
    file: "api/domain/files/xlsx.ts",
    from: "Number(number) > maxRows",
    to: "false",
    test: "tests/api/jobs/parse-file.test.ts",
  },
  {
    what: "a check overlooks a product that its file holds twice, far apart",
    file: "api/jobs/sort-batch.ts",
    from: "if (first !== undefined) all.push",
    to: "if (first === null) all.push",
    test: "tests/api/jobs/catalogue-import.test.ts",
  },
  {
    what: "a withdrawal deletes a card that an order is just taking",
    file: "api/repositories/stock/imported.ts",
    from: "    .$call(forUpdate(tx))\n",
    to: "",
    test: WITHDRAW_TEST,
  },
  {
    what: "a withdrawal deletes cards that are reserved",
    file: "api/repositories/stock/imported.ts",
    from: '    .where("reserved_for", "is", null)\n',
    to: "",
    test: WITHDRAW_TEST,
  },
  {
    what: "an import adds a category that a form is just adding",
    file: "api/catalogue/import-catalogue.ts",
    from: "if (file.categories.length > 0) await lockShelves(tx);",
    to: "",
    test: "tests/api/staff/catalogue-races.test.ts",
  },
  {
    what: "codes of an imported file stay",
    file: RUN_JOBS,
    from: "if (!isKept)",
    to: "if (false)",
    test: IMPORT_TEST,
  },
  {
    what: "two presses of the button import a file twice",
    file: JOBS,
    from: "if (numUpdatedRows > 0n) return follower;",
    to: "return follower;",
    test: IMPORT_TEST,
  },
  {
    what: "an act that no job has cancels it",
    file: "api/routes/staff/jobs/jobs.ts",
    from: 'path: "/jobs/:job/cancel"',
    to: 'path: "/jobs/:job/:act"',
    test: IMPORT_TEST,
  },
  {
    what: "an import takes a card that the shop has had before",
    file: "api/catalogue/add-stock.ts",
    from: "known.has(cardNumber) && !options.skipKnown",
    to: "false",
    test: IMPORT_TEST,
  },
  {
    what: "a check overlooks a card that the file holds twice",
    file: "api/jobs/stock-import.ts",
    from: "reasons.push(repeatedCard(first))",
    to: "void repeatedCard",
    test: IMPORT_TEST,
  },
  {
    what: "an event's signature leaves out its time, so that it can be sent again by others",
    file: "api/outgoing/sign-event.ts",
    from: ".update(`${id}.${timestamp}.${body}`)",
    to: ".update(`${id}.${body}`)",
    test: EVENTS_TEST,
  },
  {
    what: "the former secret of an endpoint signs for ever",
    file: "api/outgoing/deliver-events.ts",
    from: "old_secret_until! > clock.now()",
    to: "true",
    test: EVENTS_TEST,
  },
  {
    what: "an event that was not accepted is not sent again",
    file: "api/outgoing/deliver-events.ts",
    from: "{ next_try_at: now + pause }",
    to: "{ next_try_at: null }",
    test: EVENTS_TEST,
  },
  {
    what: "two workers send one event",
    file: "api/repositories/outgoing/deliveries.ts",
    from: "next_try_at: now + leaseMs",
    to: "next_try_at: now",
    test: EVENTS_TEST,
  },
  {
    what: "an event goes to an address inside the network",
    file: "api/remote/send-request.ts",
    from: "isIP(host) && !isAllowedAddress(host, { isLoopbackAllowed })",
    to: "false",
    test: "tests/api/outgoing/send-request.test.ts",
  },
  {
    what: "a key opens every call",
    file: "api/routes/operator/operator-router.ts",
    from: '!key.scopes.split(" ").includes(scope)',
    to: "false",
    test: KEYS_TEST,
  },
  {
    what: "a revoked key still opens calls",
    file: "api/repositories/outgoing/api-keys.ts",
    from: '    .where("revoked_at", "is", null)\n    .where((where)',
    to: "    .where((where)",
    test: KEYS_TEST,
  },
  {
    what: "a key of one brand opens another",
    file: "api/routes/operator/operator-router.ts",
    from: "shops.visit(req.params.brand)",
    to: 'shops.visit("acme")',
    test: KEYS_TEST,
  },
  {
    what: "a picture of any size is read into memory",
    file: "api/http/read-upload.ts",
    from: "limit: MOST_BYTES.picture",
    to: "limit: Infinity",
    test: PICTURES_TEST,
  },
  {
    what: "a picture keeps the place where it was taken",
    file: "api/media/decode-picture.ts",
    from: "picture.autoOrient()",
    to: "picture.autoOrient().keepMetadata()",
    test: PICTURES_TEST,
  },
  {
    what: "a tick for refused credentials covers open payments of the former gateway",
    file: "api/routes/staff/setup/payments.ts",
    from: "confirmed.includes(objection)",
    to: "confirmed.length > 0",
    test: PAYMENT_SETUP_TEST,
  },
  {
    what: "the secrets of a public brand go to an address that a member names",
    file: "api/setup/addresses.ts",
    from: "=> !isPublic(tenant)",
    to: '=> tenant.id !== ""',
    test: PAYMENT_SETUP_TEST,
  },
  {
    what: "a draft is stale once the gateway has changed",
    file: "api/brand/drafts.ts",
    from: "draft?.base !== base",
    to: "draft === undefined || draft.base === base",
    test: PAYMENT_SETUP_TEST,
  },
];
