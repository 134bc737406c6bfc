import type { ReactNode } from "react";
import { data, href } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { requireSignIn } from "#app/routes/require-sign-in.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { safeImageUrl } from "#app/tenant/urls.ts";
import { profileLoadMessage } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { NotLoaded } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/profile";
import { ProfilePicture } from "./profile-picture.tsx";

const sample = () => ({
  username: t("account.sampleName"),
  email: "asha@example.com",
  phone: "9876543210",
  addressLine1: t("account.sampleStreet"),
  addressLine2: t("account.sampleCity"),
  country: t("account.sampleCountry"),
  pictureUrl: null,
});

/** Visitors see a sample instead of a redirect; a shopper whose session has ended logs in again. */
export const middleware: Route.MiddlewareFunction[] = [
  (args, next) => (args.context.get(sessionContext).isSignedIn ? requireSignIn(args, next) : next()),
];

export async function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  if (!session.isSignedIn) return { profile: sample(), isSample: true, problem: null, hasSessions: false };
  const profile = await context.get(commerceContext).getProfile();
  if (!profile.ok)
    return data(
      { profile: null, isSample: false, hasSessions: false, problem: profileLoadMessage(profile.error) },
      pageStatus(profile.error),
    );
  const { tenant } = context.get(siteContext);
  const pictureUrl = safeImageUrl(profile.value.pictureUrl, tenant);
  return {
    profile: { ...profile.value, pictureUrl },
    isSample: false,
    problem: null,
    hasSessions: tenant.features.sessions,
  };
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { profile, isSample, problem, hasSessions } = loaderData;
  const mayAddEmail = !isSample && shop.brand.features.phoneSignIn;
  const address = [profile?.addressLine1, profile?.addressLine2, profile?.country].filter(Boolean).join(", ");
  return (
    <div className="narrow">
      <PageHead shop={shop} title={t("frame.profile")} />
      {!isSample && <AccountNav brand={shop.brand} current="/profile" />}
      <h1>{rich("frame.profile")}</h1>
      {isSample && (
        <p className="lead">
          {rich("account.sample", { link: (parts) => <a href={`${href("/login")}?returnTo=%2Fprofile`}>{parts}</a> })}
        </p>
      )}
      {problem && <NotLoaded>{problem}</NotLoaded>}
      {profile && (
        <section className="panel profile" aria-label={t("account.details")}>
          <ProfilePicture url={profile.pictureUrl} name={profile.username} />
          <dl className="facts">
            <Fact name={rich("fields.name")} value={profile.username} />
            <Fact name={rich("fields.email")} value={profile.email}>
              {mayAddEmail && <a href={href("/add-email")}>{rich("account.addEmail")}</a>}
            </Fact>
            <Fact name={rich("fields.mobile")} value={profile.phone} />
            <Fact name={rich("account.address")} value={address} />
          </dl>
          <ButtonLink href={href("/edit-profile")} look="outline">
            {rich("account.edit")}
          </ButtonLink>{" "}
          {hasSessions && <a href={href("/sessions")}>{rich("account.yourDevices")}</a>}
        </section>
      )}
    </div>
  );
}

/** `children`: shown in place of a missing value. */
function Fact({ name, value, children }: { name: ReactNode; value: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value || (
          <>
            <span className="muted">{rich("account.notGiven")}</span> {children}
          </>
        )}
      </dd>
    </div>
  );
}
