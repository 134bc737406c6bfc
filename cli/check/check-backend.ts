import type { z } from "zod";

import type { CallError } from "../../app/commerce/result.ts";
import { HomeSchema, ProductListSchema, SearchSchema } from "../../app/commerce/schemas/catalogue.ts";
import { ConfigurationSchema } from "../../app/commerce/schemas/configuration.ts";
import { type Call, createConnections, createTransport, type Transport } from "../../app/commerce/transport.server.ts";
import type { Configuration, Product } from "../../app/commerce/types.ts";
import { safeImageUrl } from "../../app/tenant/urls.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import type { Finding } from "./finding.ts";

/** Calls that need a session. Without one, a backend answers 401 or 403. */
const SIGNED = ["/user-data/", "/cart/", "/edit-profile/", "/order-history/", "/coins-history"];

/** Makes the calls to a brand's own backend that need no session, as the storefront does. */
export async function checkBackend(tenant: Tenant, file: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const problem = (reason: string) => void findings.push({ file, field: "api.url", reason });
  const remark = (field: string, reason: string) => void findings.push({ file, field, reason, isRemark: true });
  const connections = createConnections();
  const transport = createTransport(connections, tenant.api.url);

  async function read<Schema extends z.ZodType>(path: string, schema: Schema, query?: Record<string, string>) {
    const answer = await transport.send({ method: "GET", path, query: new URLSearchParams(query) });
    const parsed = answer.ok ? schema.safeParse(answer.value) : undefined;
    if (!answer.ok) problem(`GET ${path} ${explain(answer.error)}`);
    else if (!parsed!.success)
      problem(`GET ${path} returns data that the storefront cannot read: ${firstIssue(parsed!.error)}`);
    return parsed?.success ? { value: parsed.data, wire: answer.ok ? answer.value : null } : undefined;
  }

  try {
    const configuration = await read("/configurator/", ConfigurationSchema);
    if (configuration === undefined && !(await canConnect(transport))) return findings;
    if (configuration !== undefined) checkConfiguration(configuration.value, tenant, problem, remark);

    const home = await read("/home/", HomeSchema);
    if (home?.value.categories.length === 0) problem("GET /home/ lists no categories");

    const page = { page: "1", perPage: "8" };
    const list = await read("/products/", ProductListSchema, page);
    if (list !== undefined) checkProducts(list.value.products, list.wire, tenant, problem);
    await read("/products/sort/", ProductListSchema, { ...page, sort: "asc" });
    await read("/search/", SearchSchema, { q: "gift" });

    const first = list?.value.products[0];
    if (tenant.features.productById && first !== undefined) {
      const found = await read("/products/", ProductListSchema, { id: first.id });
      if (found !== undefined && found.value.products.map(({ id }) => id).join() !== first.id)
        problem("GET /products/?id= does not return only that product (productById)");
    }
    await checkRefusals(transport, problem);
    return findings;
  } finally {
    await connections.close();
  }
}

type Say = (reason: string) => void;

const canConnect = async (transport: Transport) => {
  const call: Call = { method: "GET", path: "/home/" };
  const answer = await transport.send(call);
  return answer.ok || answer.error.kind === "status" || answer.error.kind === "shape";
};

/** Reports calls that need a session and are not refused without one. */
async function checkRefusals(transport: Transport, problem: Say) {
  for (const path of SIGNED) {
    const answer = await transport.send({ method: "GET", path });
    if (!answer.ok && answer.error.kind === "status" && [401, 403].includes(answer.error.status)) continue;
    problem(`GET ${path} without a session ${answer.ok ? "is answered" : explain(answer.error)}, not refused with 401`);
  }
}

/** Reports values that neither the backend nor tenant.json gives. */
function checkConfiguration(
  said: z.output<typeof ConfigurationSchema>,
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
  if (missing.length > 0) remark("branding", `neither /configurator/ nor this file has ${missing.join(", ")}`);
  for (const field of configuration.unread)
    problem(`/configurator/ has a ${field} that cannot be read: pages show this file's or the shop's own`);
  if (configuration.logoUrl !== undefined && safeImageUrl(configuration.logoUrl, tenant) === null) {
    problem(
      `/configurator/ has a logo_url that is not shown: imageOrigins do not list ${originOf(configuration.logoUrl)}`,
    );
  }
}

function checkProducts(products: Product[], wire: unknown, tenant: Tenant, problem: Say) {
  const sent = (Array.isArray(wire) ? wire : (wire as { results?: unknown[] | null }).results)?.length ?? 0;
  if (products.length < sent)
    problem(`GET /products/ has ${sent - products.length} of ${sent} products that cannot be read`);
  if (sent === 0) problem("GET /products/ returns no products");
  const priceless = products.filter(({ denominations }) => denominations.length === 0).length;
  if (priceless > 0)
    problem(`GET /products/ has ${priceless} of ${sent} products without denominations, which cannot be bought`);
  const hidden = products.flatMap(({ imageUrl }) =>
    imageUrl !== null && safeImageUrl(imageUrl, tenant) === null ? [originOf(imageUrl)] : [],
  );
  if (hidden.length > 0) problem(`pictures are not shown: imageOrigins do not list ${[...new Set(hidden)].join(", ")}`);
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
      return "returns something that is not JSON, or too long";
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
