import { z } from "zod";

import { ApiError } from "../../base/error.ts";
import { findProblems } from "../../brand/check-files.ts";
import { discardDraft, saveDraft } from "../../brand/drafts.ts";
import { findUnfinished, finishPublishing, keepFolder } from "../../brand/finish.ts";
import { folderOf, readBrandFiles } from "../../brand/folder-files.ts";
import { readOpeningSteps } from "../../brand/opening-steps.ts";
import { isGrave, publish, rollBack } from "../../brand/publish.ts";
import { takeOver } from "../../brand/take-over.ts";
import { whyReadOnly } from "../../brand/why-read-only.ts";
import { hashFiles } from "../../domain/files/brand-files.ts";
import { permissionsIn } from "../../domain/roles.ts";
import { parseBody, Text } from "../../http/parse.ts";
import { readCode } from "../../http/read-code.ts";
import { findDraft } from "../../repositories/staff/brand-drafts.ts";
import { listVersions } from "../../repositories/staff/brand-versions.ts";
import { confirmMember } from "../../staff/confirm-member.ts";
import { actorOf } from "../../staff/member.ts";
import type { BrandCall, BrandRoute } from "../brand-route.ts";

const VERSIONS_SHOWN = 50;

const PageText = z.string().max(100_000, { error: "must have at most 100,000 letters" });

const DraftBody = z.object({
  files: z.object({ tenant: z.record(z.string(), z.unknown()), pages: z.record(z.string(), PageText) }),
  seen: Text(64),
});
/** The hash of the draft that the member saw. */
const SeenBody = z.object({ seen: Text(64) });
const VersionBody = SeenBody.extend({ number: z.number().int().min(1) });

const known = ({ staff, member, shop }: BrandCall) => ({ staff, actor: actorOf(member), brand: shop.tenant.id });

const ALONE = "limits.rupeesAlonePerDay";

/** Refuses fields that the member may not change, and requires a code for grave ones. */
const confirmIn =
  ({ staff, member, req, shop }: BrandCall) =>
  async (changed: string[]) => {
    // A manager moves money, and must not lift the limit beyond which a second member decides.
    if (changed.includes(ALONE) && !permissionsIn(member.grants, shop.tenant.id).has("payments.edit"))
      throw new ApiError(403, "Only an owner changes how much money the staff moves without a second member.");
    if (changed.some(isGrave)) await confirmMember(staff, member, readCode(req));
  };

/** The files of a brand, and their changes by members of its staff. */
export const brandRoutes: readonly BrandRoute[] = [
  { method: "get", path: "/brand", permission: "brand.read", handle: showBrand },
  {
    method: "get",
    path: "/brand/steps",
    permission: "brand.read",
    handle: ({ shop, staff }) => readOpeningSteps(shop, staff),
  },
  {
    method: "post",
    path: "/brand/draft",
    permission: "brand.edit",
    async handle(call) {
      const { staff, actor, brand } = known(call);
      return saveDraft(staff, actor, brand, parseBody(DraftBody, call.req));
    },
  },
  {
    method: "post",
    path: "/brand/discard",
    permission: "brand.edit",
    async handle(call) {
      const { staff, actor, brand } = known(call);
      await discardDraft(staff, actor, brand, parseBody(SeenBody, call.req).seen);
    },
  },
  {
    method: "post",
    path: "/brand/publish",
    permission: "brand.edit",
    async handle(call) {
      const { staff, actor, brand } = known(call);
      const { seen } = parseBody(SeenBody, call.req);
      const draft = await findDraft(staff.db.read, brand);
      if (draft === undefined) throw new ApiError(409, "There is no draft to publish.");
      const wanted = { ...draft, seen, act: "brand.publish", confirm: confirmIn(call) } as const;
      return { number: await publish(staff, actor, brand, wanted) };
    },
  },
  {
    method: "post",
    path: "/brand/roll-back",
    permission: "brand.edit",
    async handle(call) {
      const { staff, actor, brand } = known(call);
      const version = { ...parseBody(VersionBody, call.req), confirm: confirmIn(call) };
      return { number: await rollBack(staff, actor, brand, version) };
    },
  },
  {
    method: "post",
    path: "/brand/finish",
    permission: "brand.edit",
    async handle(call) {
      const { staff, brand } = known(call);
      await call.audit({ act: "brand.finish", subject: brand }, () => finishPublishing(staff, brand));
    },
  },
  {
    method: "post",
    path: "/brand/keep-files",
    permission: "brand.edit",
    async handle(call) {
      const { staff, brand } = known(call);
      await call.audit({ act: "brand.keep-files", subject: brand }, () => keepFolder(staff, brand));
    },
  },
  {
    method: "post",
    path: "/brand/take-over",
    permission: "brand.edit",
    needsCode: true,
    async handle(call) {
      const { staff, brand } = known(call);
      await call.audit({ act: "brand.take-over", subject: brand }, () => takeOver(staff, brand));
    },
  },
];

async function showBrand(call: BrandCall) {
  const { staff, brand } = known(call);
  const { read } = staff.db;
  const folder = folderOf(staff, brand);
  const files = readBrandFiles(folder);
  const draft = await findDraft(read, brand);
  const hash = hashFiles(files);
  const unfinished = await findUnfinished(staff, brand);
  return {
    files,
    seen: hashFiles(draft?.files ?? files),
    draft: draft && {
      files: draft.files,
      by: draft.changedBy,
      at: draft.changedAt,
      is_stale: draft.base !== hash,
      problems: await findProblems(staff, brand, draft.files),
    },
    unwritten: unfinished && { number: unfinished.number, edited: unfinished.edited },
    read_only: whyReadOnly(folder, files),
    versions: await listVersions(read, brand, VERSIONS_SHOWN),
  };
}
