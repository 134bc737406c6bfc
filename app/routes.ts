import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  layout("routes/pages.tsx", [
    index("routes/catalogue.tsx"),
    route("login", "routes/login.tsx"),
    layout("routes/signed-in.tsx", []),
    route("*", "routes/not-found.tsx"),
  ]),
  route("logout", "routes/logout.ts"),
  route("suggest", "routes/suggest.ts"),
  route("no-js", "routes/no-js.ts"),
] satisfies RouteConfig;
