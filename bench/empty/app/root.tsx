import { Links, Meta, Outlet, Scripts } from "react-router";

/** The smallest React Router app that hydrates: the minimum that every page of such an app sends to the browser. */
export default function App() {
  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
