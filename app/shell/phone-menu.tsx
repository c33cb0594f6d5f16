import { useShopName } from "#app/shop-name.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { useBackToClose } from "#app/ui/use-back-to-close.ts";
import type { FrameViewer } from "./frame-data.ts";
import { MenuCount } from "./menu-count.tsx";
import { phoneProfileMenu, type MAIN_PAGES } from "./menus.ts";
import { ProfileSummary } from "./profile-summary.tsx";
import { SignInLink } from "./sign-in-link.tsx";
import { SignOutForm } from "./sign-out-form.tsx";

type PhoneMenuProps = {
  pages: readonly (typeof MAIN_PAGES)[number][];
  viewer: FrameViewer;
  favouriteCount: number;
  lineCount: number;
};

/** The phone menu: a button that opens a slide-in panel. Without JavaScript, a link to the footer instead. */
export function PhoneMenu({ pages, viewer, favouriteCount, lineCount }: PhoneMenuProps) {
  const name = useShopName();
  const { isOpen, open, close, closeForLink } = useBackToClose();
  return (
    <>
      <button
        className="icon-btn head__burger needs-js"
        type="button"
        aria-label="Ouvrir le menu"
        aria-haspopup="dialog"
        onClick={open}
      >
        <Icon name="menu" size={24} />
      </button>
      <noscript>
        {/* Only the server renders the children of <noscript>: SSR is a build constant (footer.tsx). */}
        {import.meta.env.SSR && (
          <a className="icon-btn head__burger" href="#pied" aria-label="Menu, en bas de page">
            <Icon name="menu" size={24} />
          </a>
        )}
      </noscript>
      <Dialog
        variant="menu"
        label="Menu"
        closeLabel="Fermer le menu"
        open={isOpen}
        onClose={close}
        head={<span className="logo">{name}</span>}
        foot={
          viewer ? (
            <SignOutForm>
              <Button variant="secondary" block>
                <Icon name="log-out" />
                Déconnexion
              </Button>
            </SignOutForm>
          ) : undefined
        }
      >
        {viewer && <ProfileSummary viewer={viewer} />}
        <nav className="menu menu--big" aria-label="Menu principal">
          {!viewer && <SignInLink replace onClick={closeForLink} />}
          {pages.map(({ to, label }) => (
            <Link key={to} to={to} replace onClick={closeForLink}>
              {label}
            </Link>
          ))}
          <Link to="/favorite" replace onClick={closeForLink}>
            Favoris
            {favouriteCount > 0 && <span className="n n--tint">{favouriteCount}</span>}
          </Link>
          <Link to="/panier" replace onClick={closeForLink}>
            Panier
            {lineCount > 0 && <span className="n">{lineCount}</span>}
          </Link>
        </nav>
        {viewer && (
          <nav className="menu" aria-label="Mon compte">
            {phoneProfileMenu(viewer).map(({ to, label, icon, counts }) => (
              <Link key={to} to={to} replace onClick={closeForLink}>
                <Icon name={icon} />
                {label}
                {counts && <MenuCount counts={viewer.counts} of={[counts]} />}
              </Link>
            ))}
          </nav>
        )}
      </Dialog>
    </>
  );
}
