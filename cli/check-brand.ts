import { existsSync } from "node:fs";
import { join } from "node:path";
import { safeImageUrl } from "../app/tenant/urls.ts";
import { isLoopbackHostname, isPublic } from "../config/loopback.ts";
import type { Tenant } from "../config/schema.ts";
import type { Finding } from "./finding.ts";

/** What a brand's folder lacks although its tenant.json is valid. */
export function checkBrand(tenant: Tenant, tenantsDir: string): Finding[] {
  const folder = join(tenantsDir, tenant.id);
  const file = join(folder, "tenant.json");
  const findings: Finding[] = [];
  const problem = (field: string, reason: string) => void findings.push({ file, field, reason });
  const remark = (field: string, reason: string) => void findings.push({ file, field, reason, isRemark: true });

  const { logo_url: logo } = tenant.branding;
  if (logo === undefined) remark("branding.logo_url", "is missing: the name stands in its place");
  else if (safeImageUrl(logo, tenant) === null) {
    problem("branding.logo_url", "is not shown: neither a path nor https from one of imageOrigins");
  } else if (logo.startsWith("/media/brand/") && !existsSync(join(folder, logo.slice("/media/brand/".length)))) {
    problem("branding.logo_url", `there is no ${join(folder, logo.slice("/media/brand/".length))}`);
  }
  if (!existsSync(join(folder, "banner.svg"))) remark("banner.svg", "is missing: the catalogue has no picture on top");

  if (!isPublic(tenant)) return findings;
  if (crossesNetworkInClear(tenant.api.url)) {
    remark("api.url", "is plain http: whoever is on the way to it reads passwords and tokens");
  }
  for (const [field, value] of Object.entries({
    "branding.email": tenant.branding.email,
    "branding.address": tenant.branding.address,
    "legal.entity": tenant.legal.entity,
    "legal.gstin": tenant.legal.gstin,
    "legal.grievanceOfficer": tenant.legal.grievanceOfficer,
  })) {
    if (value === undefined) remark(field, "is missing: the contact and legal pages say less");
  }
  return findings;
}

function crossesNetworkInClear(apiUrl: string) {
  if (!apiUrl.startsWith("http:")) return false;
  return !isLoopbackHostname(new URL(apiUrl).hostname);
}
