import { href } from "react-router";

import { siteContext } from "#app/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import type { Route } from "./+types/terms";
import { Article } from "./article.tsx";
import { termsArticle } from "./terms-text.tsx";

export const loader = ({ context }: Route.LoaderArgs) => ({
  own: context.get(siteContext).tenant.pages?.["terms-conditions"],
});

export default function TermsConditions({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const article = termsArticle(brand, loaderData.own);
  return (
    <>
      <PageHead
        shop={shop}
        title={article.title}
        description={`The terms on which ${brand.organizationName} sells gift cards and redeems points.`}
        path={href("/terms-conditions")}
      />
      <Article {...article} />
    </>
  );
}
