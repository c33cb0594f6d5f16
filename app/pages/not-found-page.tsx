import { data } from "react-router";
import { ErrorScreen } from "./error-screen.tsx";

/** Handles all paths without a route in routes.ts. */
export function loader() {
  throw data(null, { status: 404 });
}

export const action = loader;

// Never rendered, since the loader throws; but a route without a component would be a resource route without a page.
export default function NotFoundPage() {
  return <ErrorScreen status={404} />;
}
