import { href } from "react-router";
import type { Route } from "./+types/privacy";
import { Article } from "#app/ui/article.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { privacySections } from "#app/ui/privacy-text.tsx";

export default function Privacy({ matches }: Route.ComponentProps) {
  const { brand } = matches[0].loaderData;
  const name = brand.organizationName;
  return (
    <>
      <PageHead
        shop={matches[0].loaderData}
        title="Privacy Policy"
        description={`What ${name} knows about you, why, and what you can ask of us.`}
        path={href("/privacy")}
      />
      <Article
        title="Privacy Policy"
        updated="2026-11-02"
        lead="What we know about you, why we know it, and what you can ask of us. In plain words, because it is your data."
        sections={privacySections(brand)}
      />
    </>
  );
}
