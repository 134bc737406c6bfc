import { href } from "react-router";

import { siteContext } from "#app/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import type { Route } from "./+types/help";
import { Article } from "./article.tsx";
import { helpArticle } from "./help-text.tsx";

export const loader = ({ context }: Route.LoaderArgs) => ({
  own: context.get(siteContext).tenant.pages?.["help-center"],
});

export default function HelpCenter({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const article = helpArticle(brand, loaderData.own);
  return (
    <>
      <PageHead
        shop={shop}
        title={article.title}
        description={`How ${brand.organizationName} points are earned and redeemed.`}
        path={href("/help-center")}
      />
      <Article {...article} />
    </>
  );
}
