import type { Break } from "./run.ts";

const AUDIT_TRAIL_TEST = "tests/api/staff/audit-trail.test.ts";
const LOCK_ORDER_TEST = "tests/api/staff/lock-order.test.ts";
const PASSKEYS_TEST = "tests/api/staff/passkeys.test.ts";
const PERMISSIONS_TEST = "tests/api/staff/permissions.test.ts";
const GIFT_ACTS = "api/routes/staff/gift-actions.ts";
const ERASE = "api/repositories/shoppers/erase.ts";
const ERASE_TEST = "tests/api/staff/shoppers-erase.test.ts";

/** The console's staff: what proves a member, what a role opens, what others learn, and what it wrote about a person. */
export const STAFF_BREAKS: Break[] = [
  {
    what: "former members of a removed brand get into a new one of its name",
    file: "api/routes/staff/new-brand.ts",
    from: "await hasStaff(staff.db.read, tenant.id, staff.clock.now())",
    to: "false",
    test: "tests/api/brand/new-brand.test.ts",
  },
  {
    what: "the command line gives a new brand the members of a removed one",
    file: "cli/commands/brand.ts",
    from: "await refuseLeftStaff(terminal, id);",
    to: "",
    test: "tests/api/cli/staff.test.ts",
  },
  {
    what: "what a passkey signed counts twice",
    file: "api/staff/use-passkey.ts",
    from: "if (!(await useChallenge(tx, staff, challenge))) return false;",
    to: "",
    test: PASSKEYS_TEST,
  },
  {
    what: "a passkey counts though its device has not verified its owner",
    file: "api/staff/use-passkey.ts",
    from: "requireUserVerification: true",
    to: "requireUserVerification: false",
    test: PASSKEYS_TEST,
  },
  {
    what: "a passkey's challenge for one session or act serves for another",
    file: "api/staff/passkey-challenges.ts",
    from: ".update(head).update(purpose)",
    to: ".update(head)",
    test: PASSKEYS_TEST,
  },
  {
    what: "a disabled member signs in with a passkey",
    file: "api/staff/sign-in.ts",
    from: "member?.disabled_at === null &&",
    to: "member !== undefined &&",
    test: PASSKEYS_TEST,
  },
  {
    what: "another member's passkey confirms an act",
    file: "api/staff/confirm-member.ts",
    from: "checked?.passkey.member_id !== member.id",
    to: "checked === undefined",
    test: PASSKEYS_TEST,
  },
  {
    what: "a member sends a gift to another mailbox without a code",
    file: GIFT_ACTS,
    from: '    permission: "codes.reveal",\n    needsCode: true,\n',
    to: '    permission: "codes.reveal",\n',
    test: PERMISSIONS_TEST,
  },
  {
    what: "the audit does not tell to which mailbox a gift was sent",
    file: GIFT_ACTS,
    from: ", ...keysOf(call.shop, to)",
    to: "",
    test: "tests/api/staff/orders-acts.test.ts",
  },
  {
    what: "an invented session has the storefront read a large body",
    file: "console/request/file-forms.server.ts",
    from: "if (tokens === null) return false;",
    to: "if (!isNaN(1)) return tokens !== null;",
    test: "tests/unit/console/file-forms.test.ts",
  },
  {
    what: "the API reads a large body before it asks who sends it",
    file: "api/routes/staff/staff-router.ts",
    from: "  const readJson =",
    to: '  router.use(express.json({ limit: "4mb" }));\n  const readJson =',
    test: PERMISSIONS_TEST,
  },
  {
    what: "the staff's notes about an order outlive its erased shopper",
    file: ERASE,
    from: 'await tx.deleteFrom("order_notes")',
    to: 'await tx.selectFrom("order_notes").selectAll()',
    test: ERASE_TEST,
  },
  {
    what: "the reasons of coins outlive an erased shopper",
    file: ERASE,
    from: 'await entries.where("reason", "is not", null).execute();',
    to: "void entries;",
    test: ERASE_TEST,
  },
  {
    what: "signing in deadlocks with a change of the member",
    file: "api/staff/sign-in.ts",
    from: "    await lockTrail(tx);\n    const member = await lockMember(tx, found.id);",
    to: "    const member = await lockMember(tx, found.id);",
    test: LOCK_ORDER_TEST,
  },
  {
    what: "removing a passkey deadlocks with a change of the member",
    file: "api/staff/passkeys.ts",
    from: "{\n    await lockTrail(tx);\n    await",
    to: "{\n    await",
    test: LOCK_ORDER_TEST,
  },
  {
    what: "a brand's owner learns who has a role in all brands by inviting the address",
    file: "api/staff/staff-scope.ts",
    from: "(scope === EVERY_BRAND && brands.includes(EVERY_BRAND))",
    to: "(scope !== undefined && brands.includes(EVERY_BRAND))",
    test: "tests/api/staff/brand-staff.test.ts",
  },
  {
    what: "who may only read the catalogue imports, cancels, and reads the codes of refused rows",
    file: "api/routes/staff/jobs/jobs.ts",
    from: "if (!mayAct(call, job)) throw notFound();",
    to: "",
    test: PERMISSIONS_TEST,
  },
  {
    what: "the audit is downloaded without a trace",
    file: "api/routes/staff/audit.ts",
    from: "await audited(staff, actorOf(req.member), act, send);",
    to: "await send();",
    test: "tests/api/staff/shopper-files.test.ts",
  },
  {
    what: "a link is taken though its maker has just lost the right to give it",
    file: "api/staff/invitations.ts",
    from: "locked === undefined || !(await isStillGiven(tx, locked))",
    to: "locked === undefined",
    test: "tests/api/staff/brand-staff.test.ts",
  },
  {
    what: "whoever has the database writes the audit again, with hashes that fit",
    file: "api/staff/verify-trail.ts",
    from: "if (key !== undefined && entry.number >= key.from",
    to: "if (key !== undefined && false && entry.number >= key.from",
    test: AUDIT_TRAIL_TEST,
  },
  {
    what: "whoever has the database removes the audit's key, and with it all that it proves",
    file: "api/staff/verify-trail.ts",
    from: "if (from > keyedFrom)",
    to: "if (from > keyedFrom && key !== undefined)",
    test: AUDIT_TRAIL_TEST,
  },
];
