import type { Break } from "./run.ts";

const EXPOSURE = "config/exposure.ts";
const EXPOSURE_TEST = "tests/unit/config/exposure.test.ts";
const SUPPLIER_SETUP_TEST = "tests/api/staff/supplier-setup.test.ts";
const PARSE_TEST = "tests/api/jobs/parse-file.test.ts";
const CARD_TEST = "tests/unit/api/domain/card.test.ts";

/** What a public brand, an address, a card or a file could open. */
export const DOOR_BREAKS: Break[] = [
  {
    what: "a public brand opens with test keys",
    file: EXPOSURE,
    from: 'key.startsWith("rzp_test_")',
    to: 'key.startsWith("none")',
    test: EXPOSURE_TEST,
  },
  {
    what: "a public brand opens with a simulated gateway",
    file: EXPOSURE,
    from: '"url" in tenant.payments',
    to: '"nothing" in tenant.payments',
    test: EXPOSURE_TEST,
  },
  {
    what: "a public brand sells the cards of a simulated supplier",
    file: EXPOSURE,
    from: "hasSupplier(tenant, isSimulated)",
    to: "hasSupplier(tenant, () => false)",
    test: EXPOSURE_TEST,
  },
  {
    what: "one brand's file keeps all brands closed",
    file: EXPOSURE,
    from: "open.problems.filter(({ file }) => file === ENVIRONMENT)",
    to: "open.problems",
    test: EXPOSURE_TEST,
  },
  {
    what: "a supplier's secrets go to an address that a member names",
    file: "api/setup/addresses.ts",
    from: "readAddresses(receiver).includes(url)",
    to: "true",
    test: SUPPLIER_SETUP_TEST,
  },
  {
    what: "a loopback brand beside a public one reaches this machine",
    file: "api/setup/addresses.ts",
    from: "shop.isLoopbackAllowed() && isOfThisMachine(url)",
    to: "isOfThisMachine(url)",
    test: "tests/api/staff/payment-setup.test.ts",
  },
  {
    what: "the console saves a supplier that closes its brand",
    file: "api/setup/refuse-exposure.ts",
    from: "if (found.length === 0) return;",
    to: "return;",
    test: SUPPLIER_SETUP_TEST,
  },
  {
    what: "the key of a member who has left goes on working",
    file: "api/staff/may-hold-key.ts",
    from: "member === undefined || member.disabled_at !== null",
    to: "member === undefined",
    test: "tests/api/outgoing/api-keys.test.ts",
  },
  {
    what: "the key of a member who has no role here any more goes on working",
    file: "api/staff/may-hold-key.ts",
    from: 'permissionsIn(await listGrants(read, member.id), brand).has("integrations.edit")',
    to: "true",
    test: "tests/api/outgoing/api-keys.test.ts",
  },
  {
    what: "a member approves what somebody whom they have just invited asks",
    file: "api/staff/second-person.ts",
    from: "ofAsked.includes(approver) || ",
    to: "",
    test: "tests/api/staff/coin-limit.test.ts",
  },
  {
    what: "a member whom the one who asks has just invited approves it",
    file: "api/staff/second-person.ts",
    from: " || ofApprover.includes(asked)",
    to: "",
    test: "tests/api/staff/coin-limit.test.ts",
  },
  {
    what: "two members whom one person has just invited approve each other's coins",
    file: "api/staff/second-person.ts",
    from: "!ofAsked.some((name) => ofApprover.includes(name))",
    to: "true",
    test: "tests/api/staff/coin-limit.test.ts",
  },
  {
    what: "guessing at a member's password leaves no trace",
    file: "api/staff/refused-sign-ins.ts",
    from: "if (email === undefined) return;",
    to: "return;",
    test: "tests/api/staff/sign-in.test.ts",
  },
  {
    what: "a cell of full width begins a formula in a spreadsheet",
    file: "api/domain/files/csv.ts",
    from: "＝＋＠",
    to: "",
    test: "tests/unit/api/domain/files/csv.test.ts",
  },
  {
    what: "a brand's name adds a line to the head of its mails",
    file: "config/schema.ts",
    from: "/^\\P{Cc}+$/u",
    to: "/./u",
    test: "tests/unit/config/tenants.test.ts",
  },
  {
    what: "a picture that a version names is deleted",
    file: "api/repositories/staff/brand-pictures.ts",
    from: "exists(version.where(",
    to: "exists(draft.where(",
    test: "tests/api/brand/unused-pictures.test.ts",
  },
  {
    what: "limits are lifted without a code",
    file: "api/routes/staff/brand.ts",
    from: "changed.some(isGrave)",
    to: "changed.length > 100",
    test: "tests/api/brand/publish.test.ts",
  },
  {
    what: "a card's link runs a script",
    file: "api/domain/card.ts",
    from: 'url?.protocol === "https:" && url.username',
    to: "url !== null && url.username",
    test: CARD_TEST,
  },
  {
    what: "a card's link names a user",
    file: "api/domain/card.ts",
    from: ' && url.username === "" && url.password === ""',
    to: "",
    test: CARD_TEST,
  },
  {
    what: "a supplier's card is stored unchecked",
    file: "api/suppliers/adapter/answers.ts",
    from: "of findCardProblems(card))",
    to: "of findCardProblems(card).slice(0, 0))",
    test: "tests/api/suppliers/supply.test.ts",
  },
  {
    what: "five cards come for one that was ordered",
    file: "api/repositories/delivery/delivered-cards.ts",
    from: "all.slice(0, Math.max(0, supply.quantity - supply.issued))",
    to: "all",
    test: "tests/api/suppliers/supply.test.ts",
  },
  {
    what: "an Excel file with nested elements takes a minute",
    file: "api/domain/files/xlsx.ts",
    from: "++depth > MAX_DEPTH",
    to: "++depth < 0",
    test: PARSE_TEST,
  },
  {
    what: "nested lists end the program that reads files",
    file: "api/jobs/parse-program.ts",
    from: "if (isNestedDeeply(text)) throw",
    to: 'if (text === "") throw',
    test: PARSE_TEST,
  },
  {
    what: "one brand's files are read before everybody else's",
    file: "api/jobs/reading-turns.ts",
    from: "isTaken || next !== brand",
    to: "isTaken",
    test: "tests/unit/api/jobs/reading-turns.test.ts",
  },
];
