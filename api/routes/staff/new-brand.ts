import { Router } from "express";
import { z } from "zod";

import { areAllLoopback, isPublic } from "../../../config/brand/loopback.ts";
import { Hostname, type Tenant } from "../../../config/brand/schema.ts";
import { ApiError, notFound, unavailable } from "../../base/error.ts";
import { toBrandId } from "../../brand/brand-id.ts";
import { findObstacles } from "../../brand/find-obstacles.ts";
import { createBrand, isAsCreated, type NewBrand, NewBrandError } from "../../brand/new-brand.ts";
import { createRole, hasLeftData } from "../../brand/new-database.ts";
import { FormId, makeOnceOutside } from "../../forms/make-once.ts";
import { parseBody, Text } from "../../http/parse.ts";
import { WorkEmail } from "../../http/person.ts";
import type { FormWriter } from "../../repositories/forms/made-by-forms.ts";
import { hasStaff } from "../../repositories/staff/members.ts";
import { audited } from "../../staff/audit-trail.ts";
import { confirmMember } from "../../staff/confirm-member.ts";
import { actorOf, may } from "../../staff/member.ts";
import type { Staff } from "../../staff/staff.ts";
import type { ShopRegistry } from "../../tenancy/shop-registry.ts";

/** The programs watch the folder, so a new brand opens within moments. */
const OPEN_MS = 15_000;
const LOOK_MS = 100;

const LEFT_DATA =
  "A removed brand with this name has left its shoppers and orders in the database. Choose another name, or have its database taken away.";

const LEFT_STAFF =
  "Members still have roles in a removed brand with this name, or are invited to it. Choose another name, or take their roles and invitations away.";

const BrandBody = z.object({
  name: Text(60).refine((name) => name.trim() !== "", { error: "Enter the name that shoppers read." }),
  /** Absent: NAME.localhost, while no brand is public. */
  hostname: Text(253).trim().toLowerCase().pipe(Hostname).optional(),
  email: WorkEmail.optional(),
  colour: z
    .string()
    .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: "Enter a colour such as #5bd318." })
    .optional(),
  code: z.string().optional(),
  form: FormId,
});

/** POST /_staff/new-brand, for members who may create brands. It answers once the shop is open. */
export function createNewBrandRouter(staff: Staff, shops: Pick<ShopRegistry, "tenants" | "isServed">): Router {
  const router = Router();
  const forms = {
    read: staff.db.read.$pickTables<"made_by_forms">(),
    transact: <T>(run: (tx: FormWriter) => Promise<T>) =>
      staff.db.transaction((tx) => run(tx.$pickTables<"made_by_forms">())),
  };
  router.use((req, _res, next) => {
    if (!may(req.member, "brand.create")) throw notFound();
    next();
  });

  router.post("/", async (req, res) => {
    const { form: formId, code, ...asked } = parseBody(BrandBody, req);
    const { name, hostname, email, colour } = asked;
    await confirmMember(staff, req.member, code);
    const id = toBrandId(name);
    if (id === "") throw refusal("name", "Use at least one letter from A to Z: it names the shop's folder.");
    const brand = { id, name: name.trim(), hostnames: [hostname ?? propose(id)], email, colour };
    const act = { brand: id, act: "brand.new", subject: id, after: brand };
    const form = { id: formId, asked: { ...asked, by: req.member.email } };
    const made = await makeOnceOutside(forms, form, staff.clock.now, async (wasLeft) => ({
      id,
      note: await audited(staff, actorOf(req.member), act, () => create({ ...brand, editedIn: "console" }, wasLeft)),
    }));
    await untilOpen(id);
    res.json(made);
  });

  return router;

  /** @throws ApiError 400 */
  function propose(id: string): string {
    if (areAllLoopback(shops.tenants())) return `${id}.localhost`;
    throw refusal("hostname", "Enter the hostname that leads to this shop, such as gifts.example.com.");
  }

  /**
   * @param wasLeft true if a program was killed while it created this form's brand
   * @returns the operator's remaining steps in the database; null if there are none
   */
  async function create(brand: NewBrand, wasLeft: boolean): Promise<string | null> {
    const { dir, places } = staff.folder;
    let note: string | undefined;
    try {
      // The folder is written last. If it exists, only the stored result is missing, and the shop may have opened.
      if (wasLeft && isAsCreated(dir, brand)) return (await createRole(places, brand.id)) ?? null;
      await createBrand(dir, brand, async (tenant) => {
        refuseUnlessOpen(tenant);
        if (await hasLeftData(places, tenant.id)) throw refusal("name", LEFT_DATA);
        if (await hasStaff(staff.db.read, tenant.id, staff.clock.now())) throw refusal("name", LEFT_STAFF);
        note = await createRole(places, tenant.id);
      });
      return note ?? null;
    } catch (error) {
      if (error instanceof NewBrandError) throw toRefusal(error);
      if (["EACCES", "EROFS", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? ""))
        throw new ApiError(
          409,
          `The API cannot write to ${dir}. Run "awning brand new" where the brands' files are kept.`,
        );
      throw error;
    }
  }

  /** A public brand that the next start refuses would stop all others. @throws ApiError 400 */
  function refuseUnlessOpen(tenant: Tenant) {
    const obstacles = findObstacles(tenant, shops.tenants(), staff.folder);
    if (obstacles.length === 0) return;
    const way = isPublic(tenant)
      ? ` ${tenant.id}.localhost would open now; its tenant.json takes the hostname later.`
      : "";
    throw refusal("hostname", `The shop would not open: ${obstacles.join("; ")}.${way}`);
  }

  async function untilOpen(id: string) {
    for (const until = Date.now() + OPEN_MS; Date.now() < until;) {
      if (shops.isServed(id)) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    throw unavailable();
  }
}

const refusal = (field: string, text: string) => new ApiError(400, text, { [field]: text });

/** The error in the fields of the form. */
function toRefusal({ message, fields }: NewBrandError): ApiError {
  const { id, hostnames, ...others } = fields;
  const hostname = hostnames ?? fields["hostnames.0"];
  if (id) return refusal("name", "There is a brand with this name. Choose another one.");
  if (hostname) return refusal("hostname", `The hostname ${hostname}.`);
  return new ApiError(400, message, others);
}
