import { href } from "react-router";

import { formatPoints } from "#app/pricing/format-money.ts";
import { DateTime } from "#app/ui/date.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { sendDecision } from "../second-member/decide.server.ts";
import { DecideForm } from "../second-member/decide-form.tsx";
import { NoApprover } from "../second-member/no-approver.tsx";
import { CsvLink } from "../table/csv-link.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/grants";
import { GrantsSchema } from "./shopper-responses.ts";

export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const answer = await context.get(staffApiContext).get(`brands/${brand}/shoppers/grants`, GrantsSchema);
  return { brand: brandIn(context.get(meContext), brand), ...valueOf(answer, url) };
}

/** Approves or refuses a grant. */
export const action = ({ request, context, params: { brand } }: Route.ActionArgs) =>
  sendDecision(context, request, {
    path: `brands/${brand}/shoppers/grants`,
    back: href("/brands/:brand/shoppers/grants", { brand }),
  });

export default function Grants({ loaderData: { brand, grants }, actionData }: Route.ComponentProps) {
  const mayDecide = brand.permissions.includes("coins.approve");
  return (
    <>
      <PageTitle title="Coins that wait for approval" brand={brand.name} />
      <p>
        The staff gives up to 1,000 coins a day in a brand alone, as grants and coupons together, and takes back as
        many. What goes beyond happens when a second member approves. Who asked can only withdraw it.
      </p>
      {actionData && <Refusal {...actionData.problem} />}
      {brand.permissions.includes("money.export") && grants.length > 0 && (
        <CsvLink to={href("/brands/:brand/shoppers/grants.csv", { brand: brand.id })} />
      )}
      <NoApprover
        brand={brand}
        requests={grants}
        roles="finance, manager or owner"
        otherwise="Without one, whoever runs the machine can give the coins as a code with “awning coupon”."
      />
      {grants.length === 0 && <p className="empty">None. What goes beyond 1,000 coins on one day waits here.</p>}
      {grants.map((grant) => {
        const { id, amount, email, user_id, reason, asked_by, asked_at, isOwn } = grant;
        return (
          <section key={id} aria-labelledby={`grant-${id}`}>
            <h2 id={`grant-${id}`}>
              {amount < 0 ? `Take back ${formatPoints(-amount)} coins from` : `${formatPoints(amount)} coins for`}{" "}
              <a href={href("/brands/:brand/shoppers/:shopper", { brand: brand.id, shopper: user_id })}>
                {email || "a shopper without an address"}
              </a>
            </h2>
            <p>
              {asked_by} asked on <DateTime at={asked_at} />: {reason}
            </p>
            {mayDecide && <DecideForm id={id} isOwn={isOwn} last={actionData} />}
          </section>
        );
      })}
    </>
  );
}
