import { useLocation } from "react-router";
import { useCart } from "#app/cart/cart-store.ts";
import { SearchForm } from "#app/search/search-form.tsx";
import { useShopName } from "#app/shop-name.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { AccountMenu } from "./account-menu.tsx";
import type { FrameShop, FrameViewer } from "./frame-data.ts";
import { linkedPages, MAIN_PAGES } from "./menus.ts";
import { PhoneMenu } from "./phone-menu.tsx";
import { SignInLink } from "./sign-in-link.tsx";
import { TopBar } from "./top-bar.tsx";

type HeaderProps = { shop: FrameShop; viewer: FrameViewer; favouriteCount: number };

export function Header({ shop, viewer, favouriteCount }: HeaderProps) {
  const lineCount = useCart().items.length;
  const { pathname } = useLocation();
  const name = useShopName();
  const pages = linkedPages(MAIN_PAGES, shop?.hasAbout);
  return (
    <>
      {shop && <TopBar shop={shop} />}
      <header className="head">
        <div className="wrap">
          <div className="head__bar">
            <div className="head__left">
              <PhoneMenu
                pages={pages}
                viewer={viewer}
                favouriteCount={favouriteCount}
                lineCount={lineCount}
              />
              <nav className="head__nav" aria-label="Principal">
                {pages.map(({ to, label }) => (
                  <Link
                    className="navlink"
                    key={to}
                    to={to}
                    aria-current={pathname === to ? "page" : undefined}
                  >
                    {label}
                  </Link>
                ))}
              </nav>
            </div>
            <Link className="logo" to="/" aria-label={`${name}, accueil`}>
              <span>{name}</span>
            </Link>
            <div className="head__right">
              <div className="only-wide">
                <SearchForm />
              </div>
              {viewer ? <AccountMenu viewer={viewer} /> : <SignInLink className="head__login" />}
              <Link className="icon-btn" to="/favorite" aria-label="Mes favoris">
                <Icon name="heart" size={24} />
              </Link>
              <CartLink lineCount={lineCount} />
            </div>
          </div>
        </div>
      </header>
      <div className="head__search only-narrow">
        <div className="wrap">
          <SearchForm />
        </div>
      </div>
    </>
  );
}

/** The link to the cart. Its badge shows the number of lines (distinct products), if there are any (specification §2). */
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
