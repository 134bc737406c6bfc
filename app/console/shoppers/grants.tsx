import { data, href } from "react-router";
import { z } from "zod";

import { formatPoints } from "#app/pricing/format-money.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";

import { explain, valueOf } from "../answers.server.ts";
import { CodeField } from "../code-field.tsx";
import { meContext, staffApiContext } from "../context.server.ts";
import { ReasonField } from "../fields/reason-field.tsx";
import { brandIn } from "../member.ts";
import { PageTitle } from "../page-title.tsx";
import { Refusal } from "../refusal.tsx";
import { sayDone } from "../say-done.server.ts";
import { CsvLink } from "../table/csv-link.tsx";
import type { Route } from "./+types/grants";
import { GrantsSchema } from "./shopper-answers.ts";

export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const answer = await context.get(staffApiContext).get(`brands/${brand}/shoppers/grants`, GrantsSchema);
  return { brand: brandIn(context.get(meContext), brand), ...valueOf(answer, url) };
}

/** Approves or refuses a grant. */
export async function action({ request, context, params: { brand } }: Route.ActionArgs) {
  const form = await request.formData();
  const read = (name: string) => String(form.get(name) ?? "");
  const typed = { grant: read("grant"), reason: read("reason") };
  const verdict = read("verdict") === "approve" ? "approve" : "refuse";
  const path = `brands/${brand}/shoppers/grants/${encodeURIComponent(typed.grant)}/${verdict}`;
  const answer = await context
    .get(staffApiContext)
    .post(path, z.unknown(), { reason: typed.reason, code: read("code") });
  if (!answer.ok) return data({ typed, problem: explain(answer.error) }, 400);
  const text = verdict === "approve" ? "The request is approved." : "The request is refused.";
  return sayDone(context, text, href("/brands/:brand/shoppers/grants", { brand }));
}

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
      {grants.length === 0 && <p className="empty">None. What goes beyond 1,000 coins on one day waits here.</p>}
      {grants.map((grant) => {
        const { id, amount, email, user_id, reason, asked_by, asked_at, isOwn } = grant;
        const mine = actionData?.typed.grant === id ? actionData : undefined;
        return (
          <section key={id} aria-labelledby={`grant-${id}`}>
            <h2 id={`grant-${id}`}>
              {amount < 0 ? `Take back ${formatPoints(-amount)} coins from` : `${formatPoints(amount)} coins for`}{" "}
              <a href={href("/brands/:brand/shoppers/:shopper", { brand: brand.id, shopper: user_id })}>{email}</a>
            </h2>
            <p>
              {asked_by} asked on <DateTime at={asked_at} />: {reason}
            </p>
            {mayDecide && (
              <form method="post" className="narrow-form">
                <input type="hidden" name="grant" value={id} />
                <ReasonField id={`reason-${id}`} value={mine?.typed.reason} error={mine?.problem.fields.reason} />
                <CodeField id={`code-${id}`} error={mine?.problem.fields.code} />
                <div className="page-links">
                  {!isOwn && (
                    <Button name="verdict" value="approve" busyLabel="Approving...">
                      Approve
                    </Button>
                  )}
                  <Button name="verdict" value="refuse" look="outline" busyLabel="Refusing...">
                    {isOwn ? "Withdraw" : "Refuse"}
                  </Button>
                </div>
              </form>
            )}
          </section>
        );
      })}
    </>
  );
}
