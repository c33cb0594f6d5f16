import { Link, NavLink } from "react-router";
import { useCart } from "#app/cart/cart-store.ts";
import { Icon } from "#app/ui/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import type { FrameShop, FrameViewer } from "./frame-data.ts";
import { MAIN_PAGES } from "./menus.ts";
import { PhoneMenu } from "./phone-menu.tsx";
import { TopBar } from "./top-bar.tsx";

export function Header({ shop, viewer }: { shop: FrameShop; viewer: FrameViewer }) {
  const lineCount = useCart().items.length;
  return (
    <>
      {shop && <TopBar shop={shop} />}
      <header className="head">
        <div className="wrap">
          <div className="head__bar">
            <div className="head__left">
              <PhoneMenu viewer={viewer} lineCount={lineCount} />
              <nav className="head__nav" aria-label="Principal">
                {MAIN_PAGES.map(({ to, label }) => (
                  <NavLink className="navlink" key={to} to={to}>
                    {label}
                  </NavLink>
                ))}
              </nav>
            </div>
            <Link className="logo" to="/" aria-label="Éclat, accueil">
              <span>Éclat</span>
            </Link>
            <div className="head__right">
              {viewer ? (
                <AccountMenu viewer={viewer} />
              ) : (
                <Link className="head__login" to="/connexion">
                  Connexion
                </Link>
              )}
              <CartLink lineCount={lineCount} />
            </div>
          </div>
        </div>
      </header>
    </>
  );
}

/** The badge counts distinct lines, when there is at least one (specification §2). */
function CartLink({ lineCount }: { lineCount: number }) {
  const name =
    lineCount === 0 ? "Panier" : `Panier, ${lineCount} article${lineCount > 1 ? "s" : ""}`;
  return (
    <Link className="icon-btn" to="/panier" aria-label={name}>
      <Icon name="shopping-bag" size={24} />
      {lineCount > 0 && (
        <span className="badge" aria-hidden="true">
          {lineCount}
        </span>
      )}
    </Link>
  );
}
