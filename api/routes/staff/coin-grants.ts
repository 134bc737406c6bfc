import { z } from "zod";

import { notFound } from "../../base/error.ts";
import { mayGoAlone } from "../../coins/coins-alone.ts";
import { changeCoins, decideWaitingGrant } from "../../coins/staff-grants.ts";
import { Amount, parse, parseBody, Text } from "../../http/parse.ts";
import { Reason, ReasonBody } from "../../http/reason.ts";
import { findGrant, listWaitingGrants } from "../../repositories/coins/coin-grants.ts";
import { countSecondMembers, refuseSamePerson } from "../../staff/second-person.ts";
import type { BrandCall, BrandRoute } from "../brand-route.ts";
import { exportGrants } from "./exports/export-shoppers.ts";
import { shopperOf } from "./shoppers.ts";

const LISTED = 200;

const CoinsBody = z.object({
  /** The id of the form. */
  id: z.string().regex(/^[\w-]{16,64}$/),
  amount: Amount.refine((amount) => amount > 0, { error: "Enter a number of coins above 0" }),
  reason: Reason,
});

/** Coins that members grant and take back. Amounts in the body are coins, in answers hundredths. */
export const coinGrantRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/shoppers/grants",
    permission: "shoppers.read",
    async handle({ shop, staff, member }) {
      const waiting = await listWaitingGrants(shop.db.read, { limit: LISTED });
      const approvers = await countSecondMembers(
        staff,
        { brand: shop.tenant.id, permission: "coins.approve" },
        waiting,
      );
      const grants = waiting.map((grant) => ({
        ...grant,
        isOwn: grant.asked_by === member.email,
        approvers: approvers.get(grant.asked_by)!,
      }));
      return { grants };
    },
  },
  {
    method: "get",
    path: "/shoppers/grants.csv",
    // Coins are money: finance decides about them, and does not need access to all shoppers.
    permission: "money.export",
    needsCode: true,
    handle: (call) => call.audit({ act: "coins.export", subject: "grants" }, () => exportGrants(call)),
  },
  {
    method: "post",
    path: "/shoppers/grants/:grant/approve",
    permission: "coins.approve",
    needsCode: true,
    handle: (call) => decide(call, true),
  },
  {
    method: "post",
    path: "/shoppers/grants/:grant/refuse",
    permission: "coins.approve",
    needsCode: true,
    handle: (call) => decide(call, false),
  },
  {
    method: "post",
    path: "/shoppers/:shopper/grant-coins",
    permission: "coins.grant",
    needsCode: true,
    handle: (call) => change(call, "coins.grant"),
  },
  {
    method: "post",
    path: "/shoppers/:shopper/take-coins",
    permission: "coins.grant",
    needsCode: true,
    handle: (call) => change(call, "coins.take"),
  },
];

/** Executes a form, or leaves it waiting for a second member. */
async function change(call: BrandCall, name: "coins.grant" | "coins.take") {
  const { shop, member } = call;
  const { id, amount: coins, reason } = parseBody(CoinsBody, call.req);
  const { id: userId, coins: before } = await shopperOf(call);
  const amount = name === "coins.take" ? -coins : coins;
  const asked = { id, userId, amount, reason, by: member.email };
  const isAlone = await mayGoAlone(shop.db.read, shop, { amount, but: id });
  const act = { subject: userId, before: { coins: before }, after: { amount, grant: id }, reason };
  return {
    state: await call.audit({ act: isAlone ? name : "coins.ask", ...act }, () => changeCoins(shop, asked, isAlone)),
  };
}

async function decide({ shop, staff, member, req, audit }: BrandCall, isApproved: boolean) {
  const { reason } = parseBody(ReasonBody, req);
  const grant = await findGrant(shop.db.read, parse(Text(64), req.params.grant));
  if (grant === undefined) throw notFound();
  const act = isApproved ? "coins.approve" : "coins.refuse";
  const after = { amount: grant.amount, grant: grant.id, asked_by: grant.asked_by };
  await audit({ act, subject: grant.user_id, after, reason }, async () => {
    if (isApproved) await refuseSamePerson(staff, grant.asked_by, member.email);
    await decideWaitingGrant(shop, grant.id, { isApproved, by: member.email });
  });
}
