import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { siteContext } from "#app/request/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { ownPage } from "../../../config/brand/pages.ts";
import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/written-page";
import { Article } from "./article.tsx";
import { cookiesArticle } from "./cookies-text.tsx";
import { helpArticle } from "./help-text.tsx";
import { privacyArticle } from "./privacy-text.tsx";
import { termsArticle } from "./terms-text.tsx";

export const handle = { keep: "for everybody" } satisfies RouteHandle;

/** The texts by path. `describe` takes the organization's name and returns the description for search results. */
const TEXTS = {
  "terms-conditions": {
    write: termsArticle,
    describe: (brand: string) => t("terms.description", { brand }),
  },
  privacy: {
    write: privacyArticle,
    describe: (brand: string) => t("privacy.description", { brand }),
  },
  cookies: {
    write: cookiesArticle,
    describe: (brand: string) => t("cookiePolicy.description", { brand }),
  },
  "help-center": {
    write: helpArticle,
    describe: (brand: string) => t("help.description", { brand }),
  },
};

export function loader({ context, pattern }: Route.LoaderArgs) {
  const name = pattern as keyof typeof TEXTS;
  return { name, own: ownPage(context.get(siteContext).tenant, name) };
}

/** The pages of text: each is the brand's own, else ours (docs/product.md, 10.1). */
export default function WrittenPage({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const { name, own } = loaderData;
  const { write, describe } = TEXTS[name];
  const article = write(brand, own);
  return (
    <>
      <PageHead shop={shop} title={article.title} description={describe(brand.organizationName)} path={`/${name}`} />
      <Article {...article} />
    </>
  );
}
