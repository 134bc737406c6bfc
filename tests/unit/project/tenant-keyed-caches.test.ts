import ts from "typescript";
import { expect, test } from "vitest";

import { nodesOf, parseSource, readSources, type Source } from "../../helpers/source/sources.ts";

/**
 * Everything that keeps values between requests, as `file: what is made`. Each was looked at: no key can mean two
 * tenants. A new one needs its explanation here.
 */
const REVIEWED = [
  // One object for each tenant: createCommerceBackends keeps them by the tenant's id.
  "app/commerce/shared-catalogue.server.ts: staleWhileRevalidate (getConfiguration)",
  "app/commerce/shared-catalogue.server.ts: staleWhileRevalidate (getHome)",
  "app/commerce/shared-catalogue.server.ts: staleWhileRevalidate (getAllProducts)",
  "app/commerce/shared-catalogue.server.ts: LRUCache (kept)",
  "app/commerce/shared-catalogue.server.ts: staleWhileRevalidate (known)",
  "app/commerce/shared-catalogue.server.ts: LRUCache (seenProducts)",
  "app/commerce/shared-catalogue.server.ts: LRUCache (missingProducts)",
  "app/commerce/shared-catalogue.server.ts: Map (catalogues)",
  "app/commerce/backend.server.ts: LRUCache (refreshes)",
  "app/commerce/backend.server.ts: LRUCache (endedSessions)",
  "app/commerce/backend.server.ts: LRUCache (shopperNames)",
  "app/commerce/backend.server.ts: LRUCache (missedCounts)",
  "app/commerce/backend.server.ts: Map (backends)",
  "app/commerce/schemas/wire.ts: WeakMap (notes)",
  // The key is the tenant itself, as it was read.
  "app/tenant/brand.ts: WeakMap (stylesheets)",
  "app/session/cookies.server.ts: WeakMap (kept)",
  "app/tenant/pictures.server.ts: WeakMap (versions)",
  // Keys begin with the tenant's id, and what was kept for another reading of the brand is not taken.
  "app/tenant/pictures.server.ts: LRUCache (kept)",
  "app/http/files/file-cache.server.ts: Map (bytes)",
  "app/http/files/file-cache.server.ts: LRUCache (files)",
  "app/http/page-cache.server.ts: LRUCache (pages)",
  "app/http/page-cache.server.ts: Map (flights)",
  "app/http/page-cache.server.ts: LRUCache (askedOnce)",
  // Hostnames and ids of tenants.
  "app/tenant/registry.server.ts: Map (byHostname)",
  "api/tenancy/served-shops.ts: Map (#shops)",
  "api/tenancy/preparation.ts: Map (#failed)",
  "api/work/wake-ups.ts: Map (workers)",
  "api/db/postgres/announcements.ts: Map (waiting)",
  "api/db/postgres/known-changes.ts: Map (known)",
  "api/db/postgres/known-changes.ts: Map (versions)",
  // By the server; what it says is the ids of tenants.
  "api/db/servers/servers.ts: Map (open)",
  "api/db/servers/open-servers.ts: Map (watchers)",
  // By the tenant's id.
  "console/base/staff-api.server.ts: LRUCache (transports)",
  "api/db/servers/servers.ts: Map (versions)",
  "api/db/sqlite/sqlite.ts: Map (versions)",
  // By the tenant's own object.
  "api/orders/ask-before-delivery.ts: WeakMap (quietUntil)",
  "api/routes/changes.ts: WeakMap (settings)",
  // One object for each tenant, in its Shop.
  "api/limits/limiter-store.ts: RateLimiterMemory (inMemory)",
  // The tenant's id is part of the name that each key begins with.
  "api/limits/limiter-store.ts: RateLimiterRedis (createLimiter)",
  "api/domain/keys.ts: Map (derived)",
  // Who waits, by the tenant's id and then by network; nothing of theirs.
  "api/concurrency/fair-queue.ts: Map (#brands)",
  "api/jobs/reading-turns.ts: Map (waiting)",
  "app/http/form-turns.server.ts: Map (lines)",
  // Fonts of the project by their file; the lines of a single text.
  "api/card-art/shaper.ts: Map (opened)",
  "api/card-art/shaping-setter.ts: Map (lines)",
  "api/card-art/wordmark.ts: Map (widths)",
  // Keyed by the drawing itself: the same drawing is the same picture for everybody.
  "api/media/rasterise.ts: LRUCache (kept)",
  "api/media/rasterise.ts: Map (underWay)",
  // Statements without their values; one SQLite file, or connections on which statements name their schema.
  "api/db/sqlite/sqlite.ts: LRUCache (statements)",
  // By the tenant's id: its file, and the file's size and time.
  "api/db/sqlite/sqlite.ts: Map (files)",
  "api/db/sqlite/sqlite.ts: Map (seen)",
  // The tenant's own shop.
  "api/app.ts: WeakMap (routers)",
  // By kind of work; only a count.
  "api/tenancy/served-shops.ts: Map (failuresOfClosed)",
  "api/db/postgres/prepared-statements.ts: Map (names)",
  "api/db/postgres/prepared-statements.ts: WeakMap (clients)",
  // By the connection, and by the query plugin that names the tenant's schema: the role that either has.
  "api/db/postgres/roles.ts: WeakMap (clients)",
  "api/db/postgres/roles.ts: WeakMap (roles)",
  // Queries without their values, by the database or the plugin that names the tenant's schema.
  "api/db/compiled-query.ts: WeakMap (compiled)",
  // One object for each tenant, made with its database.
  "api/db/postgres/keyed-queue.ts: Map (last)",
  "api/limits/changes-per-shopper.ts: Map (underWay)",
  // By the tenant's id and what is counted.
  "api/monitoring/alarms.ts: Map (raised)",
  // By the tenant's id.
  "app/http/csp-samples.server.ts: Map (seen)",
  "app/http/page-cache.server.ts: Map (outcomes)",
  "app/http/request-metrics.server.ts: Map (tenants)",
  "api/work/census.ts: Map (counted)",
  // One object for each request, or gone with the call.
  "app/session/session.server.ts: Map (#pending)",
  "api/db/postgres/prepare-schemas.ts: Map (failed)",
  "api/db/sqlite/sqlite.ts: Map (failed)",
  "api/domain/files/catalogue-file.ts: Map (firsts)",
  "api/domain/files/xlsx.ts: Map (codes)",
  "api/domain/files/xlsx.ts: Map (kinds)",
  "api/domain/files/xlsx.ts: Map (parts)",
  "api/jobs/sort-batch.ts: Map (fresh)",
  "api/payments/named-orders.ts: Map (words)",
  "api/payments/named-orders.ts: Map (parts)",
  "api/domain/files/stock-file.ts: Map (firstLine)",
  "api/repositories/cards/card-identities.ts: Map (earlier)",
  "api/payments/hold-returned.ts: Map (reasons)",
  "api/domain/stock/stock-left.ts: Map (gone)",
  "api/repositories/catalogue/catalogue-rows.ts: Map (denominationsOf)",
  "api/outgoing/deliver-events.ts: Map (lanes)",
];

/** Caches anywhere, and collections that a factory's closure keeps: whatever outlives the function that it is made in. */
function findKept({ path, tree }: Source): string[] {
  return [...nodesOf(tree)].flatMap((node) => {
    const made = madeBy(node);
    if (made === undefined) return [];
    const isCache = !/Map$/.test(made);
    return isCache || outlivesItsFunction(node) ? [`${path}: ${made} (${nameOf(node)})`] : [];
  });
}

function madeBy(node: ts.Node) {
  if (ts.isNewExpression(node) && /^(LRUCache|Map|WeakMap|RateLimiter\w+)$/.test(node.expression.getText()))
    return node.expression.getText();
  const isCached = ts.isCallExpression(node) && node.expression.getText() === "staleWhileRevalidate";
  return isCached && ts.isArrowFunction(node.arguments[0]!) ? "staleWhileRevalidate" : undefined;
}

/** An empty collection that a function of functions makes, and whose inner functions use it. */
function outlivesItsFunction(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) || (node.arguments?.length ?? 0) > 0) return false;
  const declaration = node.parent;
  if (!ts.isVariableDeclaration(declaration)) return ts.isPropertyDeclaration(declaration);
  const owner = ts.findAncestor(declaration, ts.isFunctionLike);
  const uses = [...nodesOf(owner ?? node.getSourceFile())].filter(
    (other) => ts.isIdentifier(other) && other.text === declaration.name.getText() && other !== declaration.name,
  );
  return uses.some((use) => ts.findAncestor(use, ts.isFunctionLike) !== owner);
}

const nameOf = (node: ts.Node) => {
  const holder = ts.findAncestor(
    node,
    (one) => ts.isVariableDeclaration(one) || ts.isPropertyAssignment(one) || ts.isPropertyDeclaration(one),
  ) as ts.VariableDeclaration | undefined;
  return holder?.name.getText() ?? "";
};

test("every value kept between requests is listed, with the tenant in its key [TEN-05]", () => {
  const kept = readSources("app", "api", "console")
    .filter(({ path }) => !/^app\/(ui|elements|forms)\//.test(path))
    .flatMap(findKept);
  expect(kept.toSorted()).toEqual(REVIEWED.toSorted());
});

test.each([
  "const pages = new LRUCache<string, string>({ max: 9 });",
  "export function create() { const pages = new Map<string, string>(); return { get: (path: string) => pages.get(path) }; }",
  "export const getHome = staleWhileRevalidate(() => load());",
  "class Pages { readonly kept = new Map<string, string>(); }",
])("finds one more cache: %s", (text) => {
  expect(findKept(parseSource("app/new.ts", text))).toHaveLength(1);
});
