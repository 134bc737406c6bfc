import { href } from "react-router";

import { siteContext } from "#app/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import type { Route } from "./+types/cookies";
import { Article } from "./article.tsx";
import { cookiesArticle } from "./cookies-text.tsx";

export const loader = ({ context }: Route.LoaderArgs) => ({ own: context.get(siteContext).tenant.pages?.cookies });

export default function Cookies({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const article = cookiesArticle(brand, loaderData.own);
  return (
    <>
      <PageHead
        shop={shop}
        title={article.title}
        description={`The few cookies that ${brand.organizationName} sets, and what each is for.`}
        path={href("/cookies")}
      />
      <Article {...article} />
    </>
  );
}
