import { usesOutbox } from "../../../../config/brand/channels.ts";
import { listTemplates } from "../../../../config/brand/message-templates.ts";
import { type Channel, CHANNELS, MESSAGE_VALUES } from "../../../../config/brand/messages.ts";
import type { Tenant } from "../../../../config/brand/schema.ts";
import { secretVariable } from "../../../../config/brand/secrets.ts";
import { folderOf } from "../../../brand/folder-files.ts";
import { whyReadOnly } from "../../../brand/why-read-only.ts";
import { beginOfDay, DAY_MS, dayNumber } from "../../../domain/days.ts";
import { createEyes } from "../../../domain/mask.ts";
import { listMessengerSecrets } from "../../../messengers/messenger-secrets.ts";
import {
  countMessagesByState,
  countSendings,
  findLastReceipts,
  listFailures,
  listNewestMessages,
} from "../../../repositories/messages/message-lists.ts";
import { maySimulate } from "../../../setup/addresses.ts";
import { findMessageFaults } from "../../../setup/message-findings.ts";
import { findReceiptAddress } from "../../../setup/receipt-address.ts";
import type { Staff } from "../../../staff/staff.ts";
import { type BrandCall, type BrandRoute, maySeePeople } from "../../brand-route.ts";
import { readMessages } from "./message-body.ts";
import { messageJson } from "./message-json.ts";

const NEWEST = 20;
const FAILURES = 20;
const FAILURE_DAYS = 7;
const RECEIPT_DAYS = 30;

/** The brand's messages to phones, like `awning messages list`. Costs in hundredths of a paisa, times in ms. */
export const messageRoutes: readonly BrandRoute[] = [
  { method: "get", path: "/brand/messages", permission: "brand.read", handle: show },
];

async function show({ shop, staff, member }: BrandCall) {
  const { tenant, db, clock } = shop;
  const { files, seen, messages } = readMessages(staff, tenant);
  const brand = { ...tenant, messages };
  const now = clock.now();
  const today = beginOfDay(dayNumber(now));
  const eyes = createEyes(maySeePeople({ member, shop }));
  const receipts = await findLastReceipts(db.read, now - RECEIPT_DAYS * DAY_MS);
  const newest = await listNewestMessages(db.read, NEWEST);
  return {
    channels: CHANNELS.map((channel) => ({
      ...channelJson(brand, channel, staff),
      last_receipt_at: receipts[channel] ?? null,
    })),
    templates: listTemplates(messages).map(({ template, ...place }) => ({
      ...place,
      id: template.id,
      dlt_id: template.dltId ?? "",
      text: template.text ?? "",
      values: template.values,
    })),
    kinds: Object.entries(MESSAGE_VALUES).map(([kind, values]) => ({ kind, values })),
    languages: tenant.languages,
    findings: findMessageFaults(brand, staff.secrets).map(({ isRemark, ...finding }) => ({
      ...finding,
      is_remark: isRemark,
    })),
    today: { states: await countMessagesByState(db.read, today), sendings: await countSendings(db.read, today) },
    failures: await listFailures(db.read, now - FAILURE_DAYS * DAY_MS, FAILURES),
    messages: newest.map((row) => messageJson(row, eyes)),
    seen,
    read_only: whyReadOnly(folderOf(staff, tenant.id), files),
    may_simulate: maySimulate(tenant),
  };
}

function channelJson(tenant: Tenant, channel: Channel, staff: Staff) {
  const settings = tenant.messages[channel];
  return {
    channel,
    provider: settings?.provider ?? null,
    uses_outbox: usesOutbox(tenant, channel),
    settings: Object.fromEntries(Object.entries(settings ?? {}).map(([field, value]) => [field, String(value)])),
    secrets: listMessengerSecrets(tenant, staff.secrets, [channel]),
    receipts: settings === undefined ? null : findReceiptAddress(tenant, channel, settings),
    address_variable: secretVariable("MESSAGES", [tenant.id, channel], "URL"),
  };
}
