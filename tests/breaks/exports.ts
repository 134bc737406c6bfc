import type { Break } from "./run.ts";

const EXPORT_JOB = "api/jobs/export-job.ts";
const LONG_LISTS = "api/routes/staff/exports/long-lists.ts";
const JOBS = "api/repositories/jobs/jobs.ts";
const EXPORT_TEST = "tests/api/jobs/export-lists.test.ts";

/** Files of long lists, which jobs write. */
export const EXPORT_BREAKS: Break[] = [
  {
    what: "an export that was killed writes its list again from the beginning",
    file: EXPORT_JOB,
    from: "await list.readPart(cursor?.after)",
    to: "await list.readPart(job.done > 0 && done === job.done ? undefined : cursor?.after)",
    test: EXPORT_TEST,
  },
  {
    what: "a file that is being deleted is read in part",
    file: EXPORT_JOB,
    from: "cursor ?? { parts: 0, deleteAt: deletionOf(COMMON, shop.clock.now()) }",
    to: "{ parts: 0, ...cursor, deleteAt: deletionOf(COMMON, shop.clock.now()) }",
    test: EXPORT_TEST,
  },
  {
    what: "a list of a million rows is sent at once",
    file: LONG_LISTS,
    from: "if (await opened.isLonger(MOST_AT_ONCE))",
    to: "if (false)",
    test: EXPORT_TEST,
  },
  {
    what: "a job keeps whom a member searched for",
    file: LONG_LISTS,
    from: "if (!(await (await file.open(shop, input)).isLonger(MOST_AT_ONCE)))",
    to: "if (false)",
    test: EXPORT_TEST,
  },
  {
    what: "a file of orders shows people to who may not see them",
    file: "api/routes/staff/jobs/send-file.ts",
    from: "input.is_masked !== true && !maySeePeople(call)",
    to: "false",
    test: EXPORT_TEST,
  },
  {
    what: "a file of orders shows people to who asked for it without seeing them",
    file: "api/exports/order-file.ts",
    from: "createEyes(!isMasked)",
    to: "createEyes(!isMasked || true)",
    test: EXPORT_TEST,
  },
  {
    what: "a cancelled export leaves what it has written",
    file: "api/jobs/clean-jobs.ts",
    from: 'job.state === "cancelled" ||',
    to: "",
    test: EXPORT_TEST,
  },
  {
    what: "a person who was erased stays in files",
    file: "api/accounts/erase-shopper.ts",
    from: "await cancelExports(tx, now);",
    to: "",
    test: EXPORT_TEST,
  },
  {
    what: "a person who was erased is written into a file by a job that runs",
    file: "api/repositories/jobs/exports.ts",
    from: 'eb("state", "=", "running"), and(',
    to: 'eb("state", "=", "none"), and(',
    test: EXPORT_TEST,
  },
  {
    what: "a process that looks what has to go forgets the files of an erased person",
    file: JOBS,
    from: '.where("id", "=", id).where("state", "=", state).execute()',
    to: '.where("id", "=", id).execute()',
    test: EXPORT_TEST,
  },
  {
    what: "members who edit the catalogue see who exports what",
    file: "api/routes/staff/jobs/jobs.ts",
    from: ".has(kindOf(job).seenWith)",
    to: '.has("jobs.read")',
    test: EXPORT_TEST,
  },
];
