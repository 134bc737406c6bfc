import { z } from "zod";

import { notFound } from "../../../base/error.ts";
import { KEY_SCOPE_NAMES, KEY_SCOPES } from "../../../domain/outgoing/key-scopes.ts";
import { FormId } from "../../../forms/make-once.ts";
import { parse, parseBody, Text } from "../../../http/parse.ts";
import { ReasonBody } from "../../../http/reason.ts";
import { createApiKey, revokeKey, takeOverKey } from "../../../outgoing/api-keys.ts";
import { findApiKey, listApiKeys } from "../../../repositories/outgoing/api-keys.ts";
import { mayHoldKey } from "../../../staff/may-hold-key.ts";
import { auditOnce, type BrandCall, type BrandRoute } from "../../brand-route.ts";

const KeyBody = z.object({
  name: Text(60).trim().min(1, { error: "Name the system that will use it." }),
  scopes: z.array(z.enum(KEY_SCOPE_NAMES)).min(1, { error: "Choose at least one." }),
  last_day: Text(10).default(""),
  form: FormId,
});

/** The keys for calls by the operator's own systems (docs/operator-api.md). */
export const keyRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/integrations/keys",
    permission: "integrations.read",
    async handle({ shop, staff }) {
      const keys = await listApiKeys(shop.db.read);
      const makers = [...new Set(keys.map((key) => key.created_by))];
      const isHeldBy = new Map(
        await Promise.all(makers.map(async (by) => [by, await mayHoldKey(staff, shop.tenant.id, by)] as const)),
      );
      return {
        scopes: KEY_SCOPES,
        keys: keys.map(({ key_hash: _, scopes, ...key }) => ({
          ...key,
          scopes: scopes.split(" "),
          rests: isHeldBy.get(key.created_by) !== true,
        })),
      };
    },
  },
  {
    method: "post",
    path: "/integrations/keys",
    permission: "integrations.edit",
    needsCode: true,
    async handle(call) {
      const { shop, req, member } = call;
      const { form: id, ...asked } = parseBody(KeyBody, req);
      const { name, scopes, last_day: lastDay } = asked;
      const form = { id, asked: { ...asked, by: member.email } };
      const act = { act: "key.create", subject: name, after: { scopes, last_day: lastDay } };
      const create = () => createApiKey(shop, { name, scopes, lastDay }, member.email, form);
      return { key: await auditOnce(call, form, act, create) };
    },
  },
  {
    method: "post",
    path: "/integrations/keys/:key/take-over",
    permission: "integrations.edit",
    needsCode: true,
    async handle(call) {
      const { shop, member, audit } = call;
      const { id, name, created_by: by } = await findUnrevoked(call);
      const act = { act: "key.take-over", subject: name, before: { key: id, by }, after: { by: member.email } };
      await audit(act, () => takeOverKey(shop, id, member.email));
    },
  },
  {
    method: "post",
    path: "/integrations/keys/:key/revoke",
    permission: "integrations.edit",
    async handle(call) {
      const { shop, req, audit } = call;
      const { reason } = parseBody(ReasonBody, req);
      const { id, name, scopes } = await findUnrevoked(call);
      const act = { act: "key.revoke", subject: name, before: { key: id, scopes: scopes.split(" ") }, reason };
      await audit(act, () => revokeKey(shop, id));
    },
  },
];

/** @throws ApiError 404 */
async function findUnrevoked({ shop, req }: BrandCall) {
  const key = await findApiKey(shop.db.read, parse(Text(64), req.params.key));
  if (key === undefined || key.revoked_at !== null) throw notFound();
  return key;
}
