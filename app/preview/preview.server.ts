import { randomBytes } from "node:crypto";

import type { Logger } from "pino";
import { type RequestHandler, RouterContextProvider } from "react-router";

import { createConnections } from "#app/commerce/transport.server.ts";
import type { Product } from "#app/commerce/types.ts";
import * as contexts from "#app/request/context.ts";
import { shopCookies } from "#app/session/cookies.server.ts";
import { Session } from "#app/session/session.server.ts";
import { brandStylesheet, pictureColoursOf } from "#app/tenant/brand.ts";
import type { BrandPictures } from "#app/tenant/pictures.server.ts";

import { isPublic } from "../../config/brand/loopback.ts";
import { canonicalOrigin } from "../../config/brand/origin.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { inLanguage, languageAmong } from "../../config/language/current.ts";
import { type ShownMail, toMailPreview } from "./mail-html.ts";
import { createPreviewBackend, type Samples } from "./preview-backend.server.ts";
import { notShown, previewHeaders } from "./preview-headers.ts";
import { toPreview } from "./preview-html.ts";
import { readPreviewPicture } from "./preview-picture.server.ts";
import { forceScheme, type Scheme } from "./scheme.ts";

type Options = {
  /** Renders the shop's pages. */
  render: RequestHandler;
  pictures: BrandPictures;
  findTenant(brand: string): Tenant | undefined;
  log: Logger;
};

const ANSWER_MS = 3_000;

type Picture = { type: string; data: Buffer };

/** Common options of a preview. */
type Shown = {
  /** The brand, as its files or a draft define it. */
  tenant: Tenant;
  scheme: Scheme;
  /** The origin of the console, which embeds the preview. */
  origin: string;
  /** The code of a language; the brand's first one if it does not offer it. */
  language?: string | undefined;
  /** Pictures that only the draft has, by their path in the shop. */
  pictures?: Record<string, Picture>;
};

export type PreviewPage = Shown & {
  /** A path of the shop, such as "/cart". */
  path: string;
  samples?: Samples;
  /** Shows the page to a made-up shopper, whom `samples` define. */
  isSignedIn?: boolean;
};

/** Shows pages of the shop, as the shop itself renders them, to somebody who changes the shop. */
export function createPreview({ render, pictures, findTenant, log }: Options) {
  const connections = createConnections();

  /** An answer for a frame of the console. It belongs to no visitor, has no cookies or scripts, and is not stored. */
  const show = (page: PreviewPage): Promise<Response> =>
    inLanguage(languageAmong(page.tenant.languages, page.language), () => showNow(page));

  async function showNow(page: PreviewPage): Promise<Response> {
    const { tenant, path, scheme, origin, isSignedIn } = page;
    const site = { tenant, origin, isSecure: origin.startsWith("https:") };
    const backend = createPreviewBackend(tenant, connections, page.samples ?? {});
    const nonce = randomBytes(16).toString("base64");
    const context = new RouterContextProvider();
    context.set(contexts.siteContext, site);
    context.set(contexts.picturesContext, withDrafts(pictures, page));
    context.set(contexts.backendContext, backend);
    context.set(contexts.logContext, log.child({ tenant: tenant.id, preview: path }));
    context.set(contexts.nonceContext, nonce);
    context.set(contexts.clientAddressContext, "");
    context.set(contexts.requestIdContext, "");
    context.set(contexts.documentContext, { isPrefetchOff: true });

    // The headers of a graphical browser: a text browser's page would contain one visitor's form proof.
    const headers = new Headers({ "Sec-Fetch-Site": "none" });
    if (isSignedIn) headers.set("Cookie", await sampleCookie(site));
    const answer = await render(new Request(origin + path, { headers }), context);
    const { html } = context.get(contexts.documentContext);
    if (html === undefined) return notShown(`This page leads elsewhere (${answer.status}).`, origin);

    const configuration = await backend.catalogue.getConfiguration();
    const { css } = brandStylesheet(tenant, configuration.ok ? configuration.value : null);
    const shown = toPreview(html.toString(), {
      scheme,
      nonce,
      css: forceScheme(css, scheme),
      media: mediaOf(tenant),
      pictures: Object.fromEntries(Object.entries(page.pictures ?? {}).map(([at, picture]) => [at, toUrl(picture)])),
    });
    return new Response(shown, {
      headers: previewHeaders({ origin, styles: [origin, `'nonce-${nonce}'`], imageOrigins: tenant.imageOrigins }),
    });
  }

  /** As `show`, for a mail of the shop. */
  async function showMail(mail: ShownMail, { tenant, scheme, origin, pictures: drafts }: Shown): Promise<Response> {
    const draft = drafts?.[tenant.branding.icon_url ?? ""];
    const icon = draft ?? {
      type: "image/png",
      data: (await pictures.find(tenant, "icon-180.png", async () => pictureColoursOf(tenant, null)))!.bytes,
    };
    const shown = toMailPreview(mail, { scheme, media: mediaOf(tenant), icon: toUrl(icon) });
    const { imageOrigins } = tenant;
    return new Response(shown, { headers: previewHeaders({ origin, styles: ["'unsafe-inline'"], imageOrigins }) });
  }

  return {
    show,
    showMail,
    /** A brand as its files define it; undefined for one that is not open here. */
    findTenant,
    /** A card that the brand sells; undefined if there is none, or its backend does not answer. */
    async findCard(tenant: Tenant): Promise<Product | undefined> {
      const query = new URLSearchParams({ page: "1", perPage: "1" });
      const { catalogue } = createPreviewBackend(tenant, connections, {});
      const list = await catalogue.getSharedList({ method: "GET", path: "/products/", query });
      return list.ok ? list.value.products[0] : undefined;
    },
    /** True if the shop answers at its address. A brand that is not public has a name of this machine, so it needs no call. */
    async isAnswering(tenant: Tenant): Promise<boolean> {
      if (!isPublic(tenant)) return true;
      const origin = canonicalOrigin(tenant);
      return connections
        .request({ origin, path: "/robots.txt", method: "GET", signal: AbortSignal.timeout(ANSWER_MS) })
        .then(async ({ statusCode, body }) => {
          await body.dump();
          return statusCode === 200;
        })
        .catch(() => false);
    },
    /** See readPreviewPicture. */
    readPicture: (tenant: Tenant, path: string) => readPreviewPicture(tenant, path, { connections, pictures }),
    close: () => connections.close(),
  };
}

export type Preview = ReturnType<typeof createPreview>;

const toUrl = ({ type, data }: Picture) => `data:${type};base64,${data.toString("base64")}`;

/** The console's path for a brand's pictures. */
const mediaOf = ({ id }: Tenant) => `/brands/${id}/preview/media`;

/** The cookie of the shopper in the samples. */
async function sampleCookie(site: Parameters<typeof shopCookies>[0]): Promise<string> {
  const session = await Session.read(shopCookies(site), null);
  session.signIn({ accessToken: "sample-shopper", refreshToken: null });
  return (await session.seal()).map((cookie) => cookie.split(";", 1)[0]).join("; ");
}

/** The draft's own pictures have no versions, so that `toPreview` finds their addresses. */
const withDrafts = (pictures: BrandPictures, { pictures: drafts }: PreviewPage): BrandPictures => ({
  ...pictures,
  async describe(tenant, logoUrl) {
    const isDraft = logoUrl !== null && drafts?.[logoUrl] !== undefined;
    return { version: null, logoSize: isDraft ? null : await pictures.measureLogo(tenant, logoUrl) };
  },
});
