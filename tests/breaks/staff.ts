import type { Break } from "./run.ts";

const LOCK_ORDER_TEST = "tests/api/staff/lock-order.test.ts";
const PASSKEYS_TEST = "tests/api/staff/passkeys.test.ts";

/** The console's staff: what proves a member, what a role opens, and what the owner of a single brand learns. */
export const STAFF_BREAKS: Break[] = [
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
    test: "tests/api/staff/permissions.test.ts",
  },
];
