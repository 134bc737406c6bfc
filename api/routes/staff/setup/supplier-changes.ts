import { notFound } from "../../../base/error.ts";
import { folderOf } from "../../../brand/folder-files.ts";
import { refuseReadOnly } from "../../../brand/why-read-only.ts";
import { parseBody } from "../../../http/parse.ts";
import { judgeSupplier } from "../../../setup/change-supplier.ts";
import { saveField } from "../../../setup/save-field.ts";
import { actorOf } from "../../../staff/member.ts";
import type { BrandCall, BrandRoute } from "../../brand-route.ts";
import { readAsked, readSupplier, RemoveBody, SaveBody, TryBody } from "./supplier-body.ts";

/** Adds, changes and removes suppliers. As with a gateway, the brand's money and secrets go to the named supplier. */
export const supplierChangeRoutes: readonly BrandRoute[] = [
  {
    method: "post",
    path: "/brand/suppliers/try",
    permission: "payments.edit",
    needsCode: true,
    handle(call) {
      const asked = parseBody(TryBody, call.req);
      return judge(call, asked.name, readAsked(call, asked));
    },
  },
  {
    method: "post",
    path: "/brand/suppliers",
    permission: "payments.edit",
    needsCode: true,
    handle(call) {
      const { seen, ...asked } = parseBody(SaveBody, call.req);
      return save(call, asked, readAsked(call, asked, seen));
    },
  },
  {
    method: "post",
    path: "/brand/suppliers/remove",
    permission: "payments.edit",
    needsCode: true,
    handle(call) {
      const { seen, ...asked } = parseBody(RemoveBody, call.req);
      const read = readSupplier(call.staff, call.shop.tenant, asked.name, seen);
      if (read.former === undefined) throw notFound();
      return save(call, asked, { ...read, settings: undefined });
    },
  },
];

type Read = Pick<ReturnType<typeof readSupplier>, "files" | "seen" | "former"> & {
  settings: ReturnType<typeof readAsked>["settings"] | undefined;
};

/** Publishes the requested change, unless there is an objection that the member has not confirmed. */
async function save(call: BrandCall, { name, confirmed }: { name: string; confirmed: string[] }, read: Read) {
  const { staff, shop, member } = call;
  const { files, seen, settings } = read;
  refuseReadOnly(folderOf(staff, shop.tenant.id), files);
  const judgement = await judge(call, name, read);
  if (!judgement.objections.every((objection) => confirmed.includes(objection))) return { number: null, ...judgement };
  const { [name]: _, ...others } = (files.tenant.suppliers ?? {}) as Record<string, unknown>;
  const named = settings === undefined ? others : { ...(files.tenant.suppliers ?? {}), [name]: settings };
  const value = Object.keys(named).length === 0 ? undefined : named;
  const act = settings === undefined ? "supplier.remove" : "supplier.set";
  const change = { files, seen, field: "suppliers", value, act } as const;
  return { number: await saveField(staff, actorOf(member), shop.tenant.id, change), ...judgement };
}

function judge({ staff, shop, audit }: BrandCall, name: string, { former, settings }: Read) {
  const { tenant, db } = shop;
  const change = { tenant, name, former, settings, secrets: staff.secrets, read: db.read };
  // The removal of a supplier needs no query to it.
  if (settings === undefined) return judgeSupplier(change);
  return audit({ act: "supplier.try", subject: name, after: settings }, () => judgeSupplier(change));
}
