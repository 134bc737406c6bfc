import type { Payments } from "../../../../config/brand/schema.ts";
import { listSecrets } from "../../../../config/brand/secrets.ts";
import { folderOf } from "../../../brand/folder-files.ts";
import { refuseReadOnly, whyReadOnly } from "../../../brand/why-read-only.ts";
import { parseBody } from "../../../http/parse.ts";
import { maySimulate } from "../../../setup/addresses.ts";
import { findLeftToDo, judgeGateway } from "../../../setup/change-gateway.ts";
import { maySandbox, readGateway } from "../../../setup/read-gateway.ts";
import { saveField } from "../../../setup/save-field.ts";
import { actorOf } from "../../../staff/member.ts";
import { GATEWAY_SECRETS } from "../../../tenancy/create-gateways.ts";
import type { BrandCall, BrandRoute } from "../../brand-route.ts";
import { GATEWAYS, readSettings, SaveBody, toWire, TryBody } from "./payment-body.ts";

/** The set-up of payments to a brand, like `awning payments set`. */
export const paymentSetupRoutes: readonly BrandRoute[] = [
  { method: "get", path: "/brand/payments", permission: "brand.read", handle: show },
  {
    method: "post",
    path: "/brand/payments/try",
    permission: "payments.edit",
    needsCode: true,
    async handle(call) {
      const { settings, former } = readSettings(call, parseBody(TryBody, call.req));
      const { findings, open } = await judge(call, former, settings);
      return { findings, open };
    },
  },
  {
    method: "post",
    path: "/brand/payments",
    permission: "payments.edit",
    needsCode: true,
    async handle(call) {
      const { seen, confirmed, ...asked } = parseBody(SaveBody, call.req);
      const { staff, shop, member } = call;
      const { files, settings, former } = readSettings(call, asked, seen);
      refuseReadOnly(folderOf(staff, shop.tenant.id), files);
      const { findings, open, objections } = await judge(call, former, settings);
      if (!objections.every((objection) => confirmed.includes(objection)))
        return { number: null, findings, open, objections };
      const change = { files, seen, field: "payments", value: settings, act: "payments.set" } as const;
      const number = await saveField(staff, actorOf(member), shop.tenant.id, change);
      return { number, findings, open, objections };
    },
  },
];

function show({ staff, shop: { tenant } }: BrandCall) {
  const { files, seen, payments } = readGateway(staff, tenant);
  const secretsOf = (gateway: (typeof GATEWAYS)[number]) =>
    listSecrets(staff.secrets, "PAYMENTS", [tenant.id], GATEWAY_SECRETS[gateway]);
  const left = findLeftToDo(tenant, payments);
  return Promise.resolve({
    current: toWire(payments),
    seen,
    read_only: whyReadOnly(folderOf(staff, tenant.id), files),
    may_sandbox: maySandbox(staff, tenant),
    may_simulate: maySimulate(tenant),
    secrets: Object.fromEntries(GATEWAYS.map((gateway) => [gateway, secretsOf(gateway)])),
    left: left && { webhook_url: left.webhookUrl, events: left.events },
  });
}

function judge({ staff, shop, audit }: BrandCall, former: Payments | undefined, settings: Payments | undefined) {
  const subject = settings?.gateway ?? "sandbox";
  const change = {
    tenant: { id: shop.tenant.id, payments: former },
    settings,
    secrets: staff.secrets,
    now: shop.clock.now(),
    withData: <T>(use: (read: typeof shop.db.read) => Promise<T>) => use(shop.db.read),
  };
  return audit({ act: "payments.try", subject, after: settings }, () => judgeGateway(change));
}
