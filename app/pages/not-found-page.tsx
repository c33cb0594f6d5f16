import { data, redirect } from "react-router";
import { ErrorScreen } from "#app/error-screen.tsx";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/not-found-page.ts";

/** The catch-all route: 404 for all paths without a route in routes.ts. `/admin` leads an administrator to the first page of the area. */
export async function loader({ params, context }: Route.LoaderArgs) {
  if (params["*"] === "admin" && (await context.get(requestContext).viewer())?.isAdmin)
    throw redirect("/admin/tableau-de-bord");
  throw data(null, { status: 404 });
}

export function action() {
  throw data(null, { status: 404 });
}

// Never rendered, since the loader throws. Without a component, React Router would treat this as a resource route and show no
// error page.
export default function NotFoundPage() {
  return <ErrorScreen status={404} />;
}
