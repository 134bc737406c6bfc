import { expect, test } from "vitest";
import { checkBrand } from "../../../cli/check-brand.ts";
import { TenantSchema } from "../../../config/schema.ts";

/** What `awning check` says of the address of a brand's own API. */
const remarksOnApi = (hostname: string, url: string) =>
  checkBrand(TenantSchema.parse({ id: "maple", hostnames: [hostname], api: { url } }), "nowhere").filter(
    ({ field }) => field === "api.url",
  );

test("a public brand whose API is asked over plain http gets a note, and no problem", () => {
  expect(remarksOnApi("gifts.maple.example", "http://api.maple.example/v1/")).toEqual([
    {
      file: "nowhere/maple/tenant.json",
      field: "api.url",
      reason: "is plain http: whoever is on the way to it reads passwords and tokens",
      isRemark: true,
    },
  ]);
});

test.each([
  ["gifts.maple.example", "https://api.maple.example/v1/"],
  ["gifts.maple.example", "http://127.0.0.1:8080/"],
  ["gifts.maple.example", "embedded"],
  ["maple.localhost", "http://api.maple.example/v1/"],
])("at %s with %s nothing crosses a network in clear that may not", (hostname, url) => {
  expect(remarksOnApi(hostname, url)).toEqual([]);
});
