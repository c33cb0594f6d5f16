import { useMatches, useRouteLoaderData } from "react-router";
import { categoryHref } from "#app/catalogue/product-schema.ts";
import type { RootData } from "#app/root-data.ts";
import { useShopName } from "#app/shop-name.ts";
import { Link } from "#app/ui/link.tsx";
import { Memoized } from "#app/ui/memoized.tsx";
import type { FrameShop } from "./frame-data.ts";
import { linkedPages, MAIN_PAGES } from "./menus.ts";
import { SocialLinks } from "./social-links.tsx";

const COLUMNS = [
  {
    id: "pied-boutique",
    title: "La boutique",
    pages: [
      { to: "/boutique", label: "Tous les produits" },
      ...(["Soins de la peau", "Maquillage", "Parfums"] as const).map((label) => ({
        to: categoryHref(label),
        label,
      })),
    ],
  },
  {
    id: "pied-aide",
    title: "Aide",
    pages: [
      { to: "/faqs", label: "Questions fréquentes" },
      { to: "/contact", label: "Contact" },
      { to: "/condition-generale-de-vente#livraison", label: "Livraison et retours" },
      { to: "/admin/my-orders", label: "Mes commandes" },
    ],
  },
  {
    id: "pied-maison",
    title: "La maison",
    pages: [
      { to: "/apropos-de-nous", label: "Qui Sommes Nous" },
      { to: "/panier", label: "Votre panier" },
      { to: "/gestion-des-avis", label: "Gestion des avis" },
    ],
  },
];

/** The bottom line of the footer. */
const LEGAL_PAGES = [
  { to: "/retractation", label: "Renoncer au contrat ici" },
  { to: "/mentions-legales", label: "Mentions légales" },
  { to: "/condition-generale-de-vente", label: "Conditions générales de vente" },
  { to: "/plitique-de-confidentialite", label: "Politique de confidentialité" },
  { to: "/accessibilite", label: "Accessibilité" },
];

/** The ids of the routes with the compact footer (app/routes.ts). */
const AREAS = new Set(["area", "slip", "slips"]);

/** The footer of every page. On the routes of AREAS it has only one line. */
export function Footer({ shop }: { shop: FrameShop }) {
  const name = useShopName();
  const root = useRouteLoaderData<RootData>("root");
  const isArea = useMatches().some(({ id }) => AREAS.has(id));
  return (
    <Memoized
      as="footer"
      className={isArea ? "foot foot--slim" : "foot"}
      id="pied"
      contents={isArea ? SlimContents : FooterContents}
      props={{
        networks: shop?.socialLinks,
        year: root?.year,
        name,
        hasAbout: shop?.hasAbout,
        ...(isArea ? {} : { baseline: shop?.baseline, emptyCategories: root?.emptyCategories }),
      }}
    />
  );
}

function SlimContents({ networks, year, name, hasAbout }: FooterContentsProps) {
  return (
    <div className="wrap">
      <LegalLine year={year} name={name} />
      {/* Without JavaScript the phone menu does not open, so the footer has its links. */}
      <noscript>
        <nav className="foot__legal" aria-label="Principal">
          {linkedPages(MAIN_PAGES, hasAbout).map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
      </noscript>
      {networks && <SocialLinks addresses={networks} name={name} />}
    </div>
  );
}

function LegalLine({ year, name }: Pick<FooterContentsProps, "year" | "name">) {
  return (
    <div className="foot__legal">
      <span>{`© ${year} ${name}`}</span>
      {LEGAL_PAGES.map(({ to, label }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </div>
  );
}

type FooterContentsProps = {
  networks: readonly string[] | undefined;
  year: string | undefined;
  name: string;
  hasAbout: boolean | undefined;
  baseline?: string | undefined;
  emptyCategories?: readonly string[] | undefined;
};

function FooterContents({
  networks,
  year,
  name,
  hasAbout,
  baseline,
  emptyCategories = [],
}: FooterContentsProps) {
  return (
    <div className="wrap">
      <div className="foot__top">
        <div className="foot__brand">
          <span className="logo">{name}</span>
          {baseline && <p>{baseline}</p>}
          {networks && <SocialLinks addresses={networks} name={name} />}
        </div>
        <div className="foot__cols">
          {COLUMNS.map(({ id, title, pages }) => (
            <nav key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              <ul>
                {linkedPages(pages, hasAbout).map(
                  ({ to, label }) =>
                    !emptyCategories.includes(label) && (
                      <li key={to}>
                        <Link to={to}>{label}</Link>
                      </li>
                    ),
                )}
              </ul>
            </nav>
          ))}
        </div>
      </div>
      <LegalLine year={year} name={name} />
    </div>
  );
}
