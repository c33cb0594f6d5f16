import { Link, useRouteLoaderData } from "react-router";
import { categoryHref } from "#app/catalogue/catalogue-query.ts";
import type { RootData } from "#app/root.tsx";
import type { FrameShop } from "./frame-data.ts";
import { SocialLinks } from "./social-links.tsx";

/** The footer's columns: a new page is one line here. */
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
    id: "pied-commandes",
    title: "Vos commandes",
    pages: [
      { to: "/panier", label: "Panier" },
      { to: "/admin/my-orders", label: "Mes commandes" },
    ],
  },
];

const parisYear = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", year: "numeric" });

export function Footer({ shop }: { shop: FrameShop }) {
  const renderedAt = useRouteLoaderData<RootData>("root")?.renderedAt;
  return (
    <footer className="foot" id="pied">
      <div className="wrap">
        <div className="foot__top">
          <div className="foot__brand">
            <span className="logo">Éclat</span>
            <p>Soins, maquillage et parfums, composés avec retenue.</p>
            {shop && <SocialLinks addresses={shop.socialLinks} />}
          </div>
          <div className="foot__cols">
            {COLUMNS.map(({ id, title, pages }) => (
              <nav key={id} aria-labelledby={id}>
                <h2 id={id}>{title}</h2>
                <ul>
                  {pages.map(({ to, label }) => (
                    <li key={to}>
                      <Link to={to}>{label}</Link>
                    </li>
                  ))}
                </ul>
              </nav>
            ))}
          </div>
        </div>
        <div className="foot__legal">
          <span>© {renderedAt && parisYear.format(renderedAt)} Éclat</span>
        </div>
      </div>
    </footer>
  );
}
