import { useLocation } from "react-router";
import { placeOf, returnQuery } from "#app/accounts/return-to.ts";
import { Link, type LinkProps } from "#app/ui/link.tsx";

/** « Connexion », which leads back to the current page. */
export function SignInLink(props: Omit<LinkProps, "to">) {
  const { pathname, search } = useLocation();
  // On the sign-in screen the query already contains the way back.
  const back = pathname === "/connexion" ? search : returnQuery(placeOf(pathname, search));
  return (
    <Link {...props} to={`/connexion${back}`}>
      Connexion
    </Link>
  );
}
