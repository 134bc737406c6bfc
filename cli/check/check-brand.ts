import { existsSync } from "node:fs";
import { join } from "node:path";

import { createBrandPictures, type PictureSize } from "../../app/tenant/pictures.server.ts";
import { safeImageUrl } from "../../app/tenant/urls.ts";
import { isLoopbackHostname, isPublic } from "../../config/brand/loopback.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import type { Finding } from "./finding.ts";

/** Checks a brand's folder for problems that a valid tenant.json does not exclude. */
export async function checkBrand(tenant: Tenant, tenantsDir: string): Promise<Finding[]> {
  const folder = join(tenantsDir, tenant.id);
  const file = join(folder, "tenant.json");
  const findings: Finding[] = [];
  const problem = (field: string, reason: string) => void findings.push({ file, field, reason });
  const remark = (field: string, reason: string) => void findings.push({ file, field, reason, isRemark: true });

  const { logo_url: logo } = tenant.branding;
  if (logo === undefined) remark("branding.logo_url", "is missing: pages show the name instead");
  else if (safeImageUrl(logo, tenant) === null) {
    problem("branding.logo_url", "is not shown: must be a path, or https from one of imageOrigins");
  } else if (logo.startsWith("/media/brand/") && !existsSync(join(folder, logo.slice("/media/brand/".length)))) {
    problem("branding.logo_url", `there is no ${join(folder, logo.slice("/media/brand/".length))}`);
  } else {
    const size = await createBrandPictures(tenantsDir).measureLogo(tenant, logo);
    if (size && size !== "missing" && !isLogoShaped(size)) {
      const reason = `is ${size.width} x ${size.height}: its space is 240 x 36, so draw one between 1:2 and 8:1`;
      remark("branding.logo_url", reason);
    }
  }
  if (!existsSync(join(folder, "banner.svg")))
    remark("banner.svg", "is missing: pages show a plain drawing in the brand's colours instead");

  if (!isPublic(tenant)) return findings;
  if (crossesNetworkInClear(tenant.api.url)) {
    remark("api.url", "is plain http: anybody on the network path can read passwords and tokens");
  }
  for (const [field, value] of Object.entries({
    "branding.email": tenant.branding.email,
    "branding.address": tenant.branding.address,
    "legal.entity": tenant.legal.entity,
    "legal.gstin": tenant.legal.gstin,
    "legal.grievanceOfficer": tenant.legal.grievanceOfficer,
  })) {
    if (value === undefined) remark(field, "is missing: the contact and legal pages omit it");
  }
  return findings;
}

/** True from half as wide as high to eight times as wide; other shapes are hardly visible in the header. */
const isLogoShaped = ({ width, height }: PictureSize) => width >= height / 2 && width <= height * 8;

function crossesNetworkInClear(apiUrl: string) {
  if (!apiUrl.startsWith("http:")) return false;
  return !isLoopbackHostname(new URL(apiUrl).hostname);
}
