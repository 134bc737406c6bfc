import { EVERY_BRAND, isRole, ROLE_NAMES, ROLES } from "../../api/domain/roles.ts";
import { WorkEmail } from "../../api/http/person.ts";
import { listInvitations } from "../../api/repositories/staff/invitations.ts";
import { listMembers } from "../../api/repositories/staff/members.ts";
import { commandLine } from "../../api/staff/audit-trail.ts";
import { invite, inviteAgain } from "../../api/staff/invitations.ts";
import { disableMember, enableMember } from "../../api/staff/manage-members.ts";
import { defineCommand, UsageError } from "../command/command.ts";
import { findEmbedded } from "../command/open-shop.ts";
import { consoleUrl, withStaff } from "../command/open-staff.ts";
import { JSON_OPTION, printList, time } from "../command/print.ts";
import { REASON_OPTION } from "../command/read-value.ts";

const LINK = "The link works once, within three days. The first person to open it gets the account:";

const inviteCommand = defineCommand({
  name: "staff invite",
  args: ["EMAIL"],
  more: `Roles:\n${ROLE_NAMES.map((role) => `  ${role.padEnd(9)}  ${ROLES[role].about}`).join("\n")}`,
  options: {
    role: { value: "ROLE", isRequired: true, about: `one of ${ROLE_NAMES.join(", ")}` },
    brand: { value: "BRAND", about: "in this brand only; else in all" },
  },
  audited: "itself",
  async run({ args: { EMAIL }, options, terminal }) {
    const { role, brand = EVERY_BRAND } = options;
    if (!isRole(role)) throw new UsageError(`--role must be one of ${ROLE_NAMES.join(", ")}`);
    const email = readEmail(EMAIL);
    await withStaff(terminal, async (staff, env) => {
      if (brand !== EVERY_BRAND) findEmbedded(env.TENANTS_DIR, brand);
      const url = consoleUrl(env, "/invitation/"); // before anything is written
      const token = await invite(staff, commandLine(), email, { role, brand });
      if (token === undefined) return terminal.print(`${email} is a member, and has the role ${role} now.`);
      terminal.print(`${LINK}\n${url}${token}`);
    });
  },
});

const list = defineCommand({
  name: "staff list",
  args: [],
  options: { json: JSON_OPTION },
  async run({ options, terminal }) {
    const rows = await withStaff(terminal, async ({ db, clock }) => {
      const members = (await listMembers(db.read)).map(({ email, name, grants, disabled_at, created_at }) => ({
        email,
        name,
        roles: grants.map(describe).join(", "),
        state: disabled_at === null ? "active" : "disabled",
        since: time(disabled_at ?? created_at),
      }));
      const invited = (await listInvitations(db.read, clock.now())).map(({ email, role, brand, created_at }) => ({
        email,
        name: "",
        roles: role === "" ? "" : describe({ role, brand }),
        state: role === "" ? "resetting" : "invited",
        since: time(created_at),
      }));
      return [...members, ...invited];
    });
    printList(terminal, rows, {
      json: options.json,
      whenEmpty: "Nobody. To begin: awning staff invite EMAIL --role owner",
    });
  },
});

const reset = defineCommand({
  name: "staff reset",
  args: ["EMAIL"],
  more: "Their sessions end and their passkeys go when the link is used. Make sure who asks for it.",
  options: { reason: REASON_OPTION },
  audited: "itself",
  async run({ args: { EMAIL }, options, terminal }) {
    const { reason } = options;
    await withStaff(terminal, async (staff, env) => {
      const url = consoleUrl(env, "/invitation/");
      terminal.print(`${LINK}\n${url}${await inviteAgain(staff, commandLine(), EMAIL, reason)}`);
    });
  },
});

const disable = defineCommand({
  name: "staff disable",
  args: ["EMAIL"],
  options: { reason: REASON_OPTION },
  audited: "itself",
  async run({ args: { EMAIL }, options, terminal }) {
    const { reason } = options;
    await withStaff(terminal, (staff) => disableMember(staff, commandLine(), EMAIL, reason));
    terminal.print(`${EMAIL} is disabled.`);
  },
});

const enable = defineCommand({
  name: "staff enable",
  args: ["EMAIL"],
  audited: "itself",
  async run({ args: { EMAIL }, terminal }) {
    await withStaff(terminal, (staff) => enableMember(staff, commandLine(), EMAIL));
    terminal.print(`${EMAIL} is enabled.`);
  },
});

export const commands = [inviteCommand, list, reset, disable, enable];

const describe = ({ role, brand }: { role: string; brand: string }) =>
  brand === EVERY_BRAND ? role : `${role} of ${brand}`;

function readEmail(text: string): string {
  const parsed = WorkEmail.safeParse(text);
  if (!parsed.success) throw new UsageError("EMAIL is not an e-mail address");
  return parsed.data;
}
