import { data, href } from "react-router";
import type { Route } from "./+types/profile";
import { pageStatus } from "#app/commerce/result.ts";
import { commerceContext, siteContext } from "#app/context.ts";
import { profileLoadMessage } from "#app/messages.ts";
import { safeImageUrl } from "#app/tenant/urls.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { ProfilePicture } from "#app/ui/profile-picture.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const profile = await context.get(commerceContext).getProfile();
  if (!profile.ok)
    return data(
      { profile: null, hasSessions: false, problem: profileLoadMessage(profile.error) },
      pageStatus(profile.error),
    );
  const { tenant } = context.get(siteContext);
  const pictureUrl = safeImageUrl(profile.value.pictureUrl, tenant);
  return { profile: { ...profile.value, pictureUrl }, problem: null, hasSessions: tenant.features.sessions };
}

/** The spec's page holds sample data: here it shows the shopper's own. */
export default function Profile({ loaderData, matches }: Route.ComponentProps) {
  const { profile, problem, hasSessions } = loaderData;
  const address = [profile?.addressLine1, profile?.addressLine2, profile?.country].filter(Boolean).join(", ");
  return (
    <div className="narrow">
      <PageHead shop={matches[0].loaderData} title="Profile" />
      <AccountNav current="/profile" />
      <h1>Profile</h1>
      {problem && <Alert>{problem}</Alert>}
      {profile && (
        <section className="panel profile" aria-label="Your details">
          <ProfilePicture url={profile.pictureUrl} name={profile.username} />
          <dl className="facts">
            <Fact name="Name" value={profile.username} />
            <Fact name="Email" value={profile.email} />
            <Fact name="Mobile number" value={profile.phone} />
            <Fact name="Address" value={address} />
          </dl>
          <ButtonLink href={href("/edit-profile")} look="outline">
            Edit
          </ButtonLink>{" "}
          {hasSessions && <a href={href("/sessions")}>Your devices</a>}
        </section>
      )}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value || <span className="muted">Not given</span>}</dd>
    </div>
  );
}
