import { Fragment, type ReactNode } from "react";

import type { Brand } from "#app/tenant/brand.ts";
import { safeLink } from "#app/tenant/urls.ts";

import type { PageNode, Placeholder, WrittenPage } from "../../../config/brand/page-text.ts";
import type { ArticleProps } from "./article.tsx";

type Values = Record<Placeholder, string>;

/** A page that the brand wrote, with its placeholders filled. */
export function writtenArticle(page: WrittenPage, brand: Brand, usualTitle: string): ArticleProps {
  const values = valuesOf(brand);
  const [first, ...rest] = page.intro;
  const hasLead = typeof first === "object" && first.tag === "p";
  return {
    title: page.title === null ? usualTitle : fill(page.title, values),
    updated: page.updated ?? undefined,
    lead: hasLead ? renderAll(first.children, values) : undefined,
    intro: renderAll(hasLead ? rest : page.intro, values),
    isWritten: true,
    sections: page.sections.map(({ title, content }) => ({
      title: fill(title, values),
      content: renderAll(content, values),
    })),
  };
}

const valuesOf = (brand: Brand): Values => ({
  organization_name: brand.organizationName,
  product_name: brand.productName,
  email: brand.email,
  address: brand.address,
  website_url: brand.websiteUrl?.replace(/\/$/, "") ?? "",
  legal_entity: brand.legal.entity ?? brand.organizationName,
  coins_valid_days: String(brand.coinsValidDays),
  discount_percent: String(brand.discountPercent),
});

const fill = (text: string, values: Values) =>
  text.replace(/\{([a-z_]+)\}/g, (braces, name: string) => values[name as Placeholder] ?? braces);

const renderAll = (nodes: PageNode[], values: Values): ReactNode =>
  nodes.length > 0 ? nodes.map((node, index) => <Fragment key={index}>{renderNode(node, values)}</Fragment>) : null;

/** React escapes text. A link that is unsafe once filled becomes plain words. */
function renderNode(node: PageNode, values: Values): ReactNode {
  if (typeof node === "string") return fill(node, values);
  const { tag: Tag } = node;
  if (Tag === "br" || Tag === "hr") return <Tag />;
  const children = renderAll(node.children, values);
  switch (Tag) {
    case "a": {
      const href = safeHref(fill(node.href ?? "", values));
      return href === null ? children : <a href={href}>{children}</a>;
    }
    case "ol":
      return <ol start={node.start}>{children}</ol>;
    case "th":
      return <th scope="col">{children}</th>;
    case "table":
      return (
        <div className="scroll">
          <table>{children}</table>
        </div>
      );
    default:
      return <Tag>{children}</Tag>;
  }
}

const safeHref = (href: string) => (/^(#|mailto:|tel:)/.test(href) ? href : safeLink(href));
