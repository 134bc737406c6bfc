import { z } from "zod";

import { decideWaitingGrant, giveCoins, takeBackCoins } from "../../coins/staff-grants.ts";
import { MAX_GRANT_ALONE } from "../../domain/coins.ts";
import { notFound } from "../../error.ts";
import { Amount, parse, parseBody, Text } from "../../http/parse.ts";
import { findGrant, listWaitingGrants } from "../../repositories/shoppers/coin-grants.ts";
import type { BrandCall, BrandRoute } from "./brand-route.ts";
import { Reason } from "./shopper-acts.ts";
import { shopperOf } from "./shoppers.ts";

const LISTED = 200;

const CoinsBody = z.object({
  /** Made for the form. */
  id: z.string().regex(/^[\w-]{16,64}$/),
  amount: Amount.refine((amount) => amount > 0, { error: "Enter a number of coins above 0" }),
  reason: Reason,
});
const DecisionBody = z.object({ reason: Reason });

/** Coins that members grant and take back. Amounts in the body are coins, in answers hundredths. */
export const coinGrantRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/shoppers/grants",
    permission: "shoppers.read",
    handle: async ({ shop, member }) => ({
      grants: (await listWaitingGrants(shop.db.read, LISTED)).map((grant) => ({
        ...grant,
        isOwn: grant.asked_by === member.email,
      })),
    }),
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
    async handle(call) {
      const { asked, act } = await readChange(call);
      const name = asked.amount > MAX_GRANT_ALONE ? "coins.ask" : "coins.grant";
      return { state: await call.audit({ act: name, ...act }, () => giveCoins(call.shop, asked)) };
    },
  },
  {
    method: "post",
    path: "/shoppers/:shopper/take-coins",
    permission: "coins.grant",
    needsCode: true,
    async handle(call) {
      const { asked, act } = await readChange(call);
      await call.audit({ act: "coins.take", ...act }, () => takeBackCoins(call.shop, asked));
    },
  },
];

/** What a form asks for, and what the audit notes of it. */
async function readChange(call: BrandCall) {
  const body = parseBody(CoinsBody, call.req);
  const { id: userId, coins } = await shopperOf(call);
  const { amount, reason } = body;
  return {
    asked: { ...body, userId, by: call.member.email },
    act: { subject: userId, before: { coins }, after: { amount, grant: body.id }, reason },
  };
}

async function decide({ shop, member, req, audit }: BrandCall, isApproved: boolean) {
  const { reason } = parseBody(DecisionBody, req);
  const grant = await findGrant(shop.db.read, parse(Text(64), req.params.grant));
  if (grant === undefined) throw notFound();
  const act = isApproved ? "coins.approve" : "coins.refuse";
  const after = { amount: grant.amount, grant: grant.id, asked_by: grant.asked_by };
  await audit({ act, subject: grant.user_id, after, reason }, () =>
    decideWaitingGrant(shop, grant.id, { isApproved, by: member.email }),
  );
}
