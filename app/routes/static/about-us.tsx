import { href } from "react-router";

import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { siteContext } from "#app/request/context.ts";
import { loadBrand } from "#app/routes/load-brand.server.ts";
import { toPlainText } from "#app/routes/plain-text.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { languageOf } from "#app/ui/frame/language.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { ownPage } from "../../../config/brand/pages.ts";
import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/about-us";
import { Article } from "./article.tsx";
import { ContactDetails } from "./contact-details.tsx";
import { writtenArticle } from "./written-article.tsx";

export const handle = { keep: "for everybody" } satisfies RouteHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const { aboutUs } = await loadBrand(context);
  const paragraphs = /<[a-z!/]/i.test(aboutUs.content) ? toPlainText(aboutUs.content) : aboutUs.content.split(/\n+/);
  return {
    own: ownPage(context.get(siteContext).tenant, "about-us"),
    title: toPlainText(aboutUs.title).join(" "),
    paragraphs: paragraphs.filter(Boolean),
  };
}

export default function AboutUs({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const own = loaderData.own && writtenArticle(loaderData.own, brand, t("frame.aboutUs"));
  return (
    <>
      <PageHead
        shop={shop}
        title={own?.title ?? t("frame.aboutUs")}
        description={t("static.aboutDescription", { brand: brand.organizationName })}
        path={href("/about-us")}
      />
      {own ? <Article {...own} /> : <UsualArticle brand={brand} {...loaderData} />}
    </>
  );
}

type UsualArticleProps = { brand: Brand; title: string; paragraphs: string[] };

function UsualArticle({ brand, title, paragraphs }: UsualArticleProps) {
  return (
    <article className="article">
      <header>
        <p className="kicker">{rich("frame.aboutUs")}</p>
        <h1 lang={languageOf(title)}>{title}</h1>
      </header>
      <div className="prose">
        {paragraphs.map((paragraph, index) => (
          <p key={index} className={index === 0 ? "lead" : undefined} lang={languageOf(paragraph)}>
            {paragraph}
          </p>
        ))}
        <section>
          <h2>{rich("static.findUs")}</h2>
          <ContactDetails brand={brand} />
          {brand.websiteUrl && (
            <p>
              <a href={brand.websiteUrl}>
                {URL.canParse(brand.websiteUrl) ? new URL(brand.websiteUrl).hostname : rich("static.ourWebsite")}
              </a>
            </p>
          )}
        </section>
        <p className="no-print">
          <ButtonLink href="/contact-us">{rich("frame.contactUs")}</ButtonLink>
        </p>
      </div>
    </article>
  );
}
