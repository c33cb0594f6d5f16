import { data } from "react-router";
import { ErrorScreen } from "./error-screen.tsx";

/** Any path that is not in routes.ts. */
export function loader() {
  throw data(null, { status: 404 });
}

export const action = loader;

// Never drawn: the root's error boundary shows the screen. A route without a component would answer with bare data.
export default function NotFoundPage() {
  return <ErrorScreen status={404} />;
}
