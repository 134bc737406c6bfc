import type { z } from "zod";

import type { CallError } from "../app/commerce/result.ts";
import * as schemas from "../app/commerce/schemas.ts";
import { type Call, createTransport, type Transport } from "../app/commerce/transport.server.ts";
import type { Configuration, Product } from "../app/commerce/types.ts";
import { safeImageUrl } from "../app/tenant/urls.ts";
import type { Tenant } from "../config/schema.ts";
import type { Finding } from "./finding.ts";

/** Calls that need a session: asked without one, a host that has them says so with 401 or 403. */
const SIGNED = ["/user-data/", "/cart/", "/edit-profile/", "/order-history/", "/coins-history"];

/** Asks a brand's own host for everything that can be read without a session, as the storefront will. */
export async function checkHost(tenant: Tenant, file: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const problem = (reason: string) => void findings.push({ file, field: "api.url", reason });
  const remark = (field: string, reason: string) => void findings.push({ file, field, reason, isRemark: true });
  const transport = createTransport(tenant.api.url);

  async function read<Schema extends z.ZodType>(path: string, schema: Schema, query?: Record<string, string>) {
    const answer = await transport.send({ method: "GET", path, query: new URLSearchParams(query) });
    const parsed = answer.ok ? schema.safeParse(answer.value) : undefined;
    if (!answer.ok) problem(`GET ${path} ${explain(answer.error)}`);
    else if (!parsed!.success)
      problem(`GET ${path} answers what the storefront cannot read: ${firstIssue(parsed!.error)}`);
    return parsed?.success ? { value: parsed.data, wire: answer.ok ? answer.value : null } : undefined;
  }

  try {
    const configuration = await read("/configurator/", schemas.ConfigurationSchema);
    if (configuration === undefined && !(await canConnect(transport))) return findings;
    if (configuration !== undefined) checkConfiguration(configuration.value, tenant, problem, remark);

    const home = await read("/home/", schemas.HomeSchema);
    if (home?.value.categories.length === 0) problem("GET /home/ names no categories");

    const page = { page: "1", perPage: "8" };
    const list = await read("/products/", schemas.ProductListSchema, page);
    if (list !== undefined) checkProducts(list.value.products, list.wire, tenant, problem);
    await read("/products/sort/", schemas.ProductListSchema, { ...page, sort: "asc" });
    await read("/search/", schemas.SearchSchema, { q: "gift" });

    const first = list?.value.products[0];
    if (tenant.features.productById && first !== undefined) {
      const found = await read("/products/", schemas.ProductListSchema, { id: first.id });
      const isAlone = found?.value.products.length === 1 && found.value.products[0]!.id === first.id;
      if (found !== undefined && !isAlone)
        problem("GET /products/?id= does not answer that product alone (productById)");
    }
    for (const path of SIGNED) {
      const answer = await transport.send({ method: "GET", path });
      if (!answer.ok && answer.error.kind === "status" && [401, 403].includes(answer.error.status)) continue;
      problem(
        `GET ${path} without a session ${answer.ok ? "is answered" : explain(answer.error)}, not refused with 401`,
      );
    }
    return findings;
  } finally {
    await transport.close();
  }
}

type Say = (reason: string) => void;

const canConnect = async (transport: Transport) => {
  const call: Call = { method: "GET", path: "/home/" };
  const answer = await transport.send(call);
  return answer.ok || answer.error.kind === "status" || answer.error.kind === "shape";
};

/** What neither the host nor tenant.json says. */
function checkConfiguration(
  said: z.output<typeof schemas.ConfigurationSchema>,
  tenant: Tenant,
  problem: Say,
  remark: (field: string, reason: string) => void,
) {
  const { branding } = tenant;
  const configuration: Configuration = said;
  const logo = configuration.logoUrl ?? branding.logo_url;
  const values = {
    organization_name: configuration.organizationName ?? branding.organization_name,
    logo_url: logo,
    email: configuration.email ?? branding.email,
    address: configuration.address ?? branding.address,
    website_url: configuration.websiteUrl ?? branding.website_url,
    primary_color: configuration.colours.primary_color ?? branding.primary_color,
    button_color: configuration.colours.button_color ?? branding.button_color,
    about_us: configuration.aboutUs?.content ?? branding.about_us?.content,
  };
  const missing = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length > 0) remark("branding", `neither /configurator/ nor this file says ${missing.join(", ")}`);
  if (configuration.logoUrl !== undefined && safeImageUrl(configuration.logoUrl, tenant) === null) {
    problem(`/configurator/ has a logo_url that is not shown: imageOrigins lack ${originOf(configuration.logoUrl)}`);
  }
}

function checkProducts(products: Product[], wire: unknown, tenant: Tenant, problem: Say) {
  const sent = (Array.isArray(wire) ? wire : (wire as { results?: unknown[] | null }).results)?.length ?? 0;
  if (products.length < sent) problem(`GET /products/ has ${sent - products.length} of ${sent} that cannot be read`);
  if (sent === 0) problem("GET /products/ answers none");
  const priceless = products.filter(({ denominations }) => denominations.length === 0).length;
  if (priceless > 0)
    problem(`GET /products/ has ${priceless} of ${sent} without denominations, which cannot be bought`);
  const hidden = products.flatMap(({ imageUrl }) =>
    imageUrl !== null && safeImageUrl(imageUrl, tenant) === null ? [originOf(imageUrl)] : [],
  );
  if (hidden.length > 0) problem(`pictures are not shown: imageOrigins lack ${[...new Set(hidden)].join(", ")}`);
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);

function explain(error: CallError): string {
  switch (error.kind) {
    case "network":
    case "lost":
      return "cannot be reached";
    case "timeout":
      return "does not answer in time";
    case "shape":
      return "answers something that is no JSON, or too long";
    case "status":
      return `answers ${error.status}`;
    default:
      return "needs a session";
  }
}

const firstIssue = ({ issues }: z.ZodError) => {
  const [issue] = issues;
  return issue === undefined ? "" : [issue.path.join("."), issue.message].filter((part) => part !== "").join(": ");
};
