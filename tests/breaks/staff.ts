import type { Break } from "./run.ts";

const PASSKEYS_TEST = "tests/api/staff/passkeys.test.ts";

/** Passkeys of the console's staff. */
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
    what: "the audit is downloaded without a trace",
    file: "api/routes/staff/audit.ts",
    from: "await audited(staff, actorOf(req.member), act, send);",
    to: "await send();",
    test: "tests/api/staff/shopper-files.test.ts",
  },
];
