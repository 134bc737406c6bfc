import { data } from "react-router";
import { NotFound } from "#app/ui/not-found.tsx";

/** Every path that is not registered: the brand's page with status 404. */
export const loader = () => data(null, 404);

export default function NotFoundPage() {
  return <NotFound />;
}
