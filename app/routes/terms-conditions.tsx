import { href } from "react-router";
import type { Route } from "./+types/terms-conditions";
import { Article } from "#app/ui/article.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { termsSections, TERMS_UPDATED } from "#app/ui/terms-text.tsx";

export default function TermsConditions({ matches }: Route.ComponentProps) {
  const { brand } = matches[0].loaderData;
  const name = brand.organizationName;
  return (
    <>
      <PageHead
        shop={matches[0].loaderData}
        title="Terms and Conditions"
        description={`The terms on which ${name} sells gift cards and redeems points.`}
        path={href("/terms-conditions")}
      />
      <Article
        title="Terms and Conditions"
        updated={TERMS_UPDATED}
        lead={`What ${name} promises you, what we ask of you, and what happens when something goes wrong.`}
        sections={termsSections(brand)}
      />
    </>
  );
}
