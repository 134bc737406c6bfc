import { href } from "react-router";
import type { Route } from "./+types/help";
import { useShop } from "#app/routes/use-shop.ts";
import { siteContext } from "#app/context.ts";
import { Article } from "./article.tsx";
import { helpArticle } from "./help-text.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

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
