import { href } from "react-router";
import type { Route } from "./+types/terms";
import { siteContext } from "#app/context.ts";
import { Article } from "#app/routes/static/article.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { termsArticle } from "#app/routes/static/terms-text.tsx";

export const loader = ({ context }: Route.LoaderArgs) => ({
  own: context.get(siteContext).tenant.pages?.["terms-conditions"],
});

export default function TermsConditions({ loaderData, matches }: Route.ComponentProps) {
  const { brand } = matches[0].loaderData;
  const article = termsArticle(brand, loaderData.own);
  return (
    <>
      <PageHead
        shop={matches[0].loaderData}
        title={article.title}
        description={`The terms on which ${brand.organizationName} sells gift cards and redeems points.`}
        path={href("/terms-conditions")}
      />
      <Article {...article} />
    </>
  );
}
