import { useLocation } from "react-router";
import { Link, type LinkProps } from "#app/ui/link.tsx";
import { placeOf, returnQuery } from "#app/accounts/return-to.ts";

/** « Connexion », and back to this page afterwards. */
export function SignInLink(props: Omit<LinkProps, "to">) {
  const { pathname, search } = useLocation();
  // The sign-in screen knows its way back already.
  const back = pathname === "/connexion" ? search : returnQuery(placeOf(pathname, search));
  return (
    <Link {...props} to={`/connexion${back}`}>
      Connexion
    </Link>
  );
}
