import { data } from "react-router";
import { ErrorScreen } from "./error-screen.tsx";

/** The catch-all route: 404 for all paths without a route in routes.ts. */
export function loader() {
  throw data(null, { status: 404 });
}

export const action = loader;

// Never rendered, since the loader throws. Without a component, React Router would treat this as a resource route and show no
// error page.
export default function NotFoundPage() {
  return <ErrorScreen status={404} />;
}
