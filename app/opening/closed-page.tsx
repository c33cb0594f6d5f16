import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link, TextLink } from "#app/ui/link.tsx";
import type { ClosedShop } from "./closed-answer.ts";

const LEGAL_PAGES = [
  { to: "/retractation", label: "Renoncer au contrat ici" },
  { to: "/mentions-legales", label: "Mentions légales" },
  { to: "/condition-generale-de-vente", label: "Conditions générales de vente" },
  { to: "/plitique-de-confidentialite", label: "Politique de confidentialité" },
];

/** The body of every page of a closed shop. It is sent without scripts: it does nothing. */
export function ClosedPage({ closedShop: shop, isSignedIn }: ClosedShop) {
  return (
    <>
      <title>{`Nous ouvrons bientôt · ${shop.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className="head">
        <div className="wrap closed__head">
          <span className="logo">
            <span>{shop.name}</span>
          </span>
          <TextLink to={isSignedIn ? "/admin/my-orders" : "/connexion"}>
            {isSignedIn ? "Mes commandes" : "Connexion"}
          </TextLink>
        </div>
      </header>
      <main className="wrap page-end" id="main" tabIndex={-1}>
        <EmptyState
          drawing="flower"
          title="Nous ouvrons bientôt"
          text={
            shop.baseline
              ? `${shop.baseline} La boutique se prépare\u00a0: revenez dans quelques jours.`
              : "La boutique se prépare\u00a0: revenez dans quelques jours."
          }
          action={<ButtonLink to="/contact">Nous écrire</ButtonLink>}
        />
      </main>
      <footer className="foot foot--slim">
        <div className="wrap">
          <div className="foot__legal">
            {LEGAL_PAGES.map(({ to, label }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </div>
        </div>
      </footer>
    </>
  );
}
