import { href } from "react-router";

import { siteContext } from "#app/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import type { Route } from "./+types/privacy";
import { Article } from "./article.tsx";
import { privacyArticle } from "./privacy-text.tsx";

export const loader = ({ context }: Route.LoaderArgs) => ({ own: context.get(siteContext).tenant.pages?.privacy });

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const article = privacyArticle(brand, loaderData.own);
  return (
    <>
      <PageHead
        shop={shop}
        title={article.title}
        description={`What ${brand.organizationName} knows about you, why, and what you can ask of us.`}
        path={href("/privacy")}
      />
      <Article {...article} />
    </>
  );
}
