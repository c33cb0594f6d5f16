import { useLocation } from "react-router";
import { placeOf, returnQuery } from "#app/accounts/return-to.ts";
import { Link, type LinkProps } from "#app/ui/link.tsx";

/** The link « Connexion ». After signing in, the visitor returns to the current page. */
export function SignInLink(props: Omit<LinkProps, "to">) {
  const { pathname, search } = useLocation();
  // On the sign-in page, the query string already names the page to return to.
  const back = pathname === "/connexion" ? search : returnQuery(placeOf(pathname, search));
  return (
    <Link {...props} to={`/connexion${back}`}>
      Connexion
    </Link>
  );
}
