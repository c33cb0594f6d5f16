import { useRef } from "react";
import { Avatar } from "#app/ui/avatar.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import type { FrameViewer } from "./frame-data.ts";
import { MenuCount } from "./menu-count.tsx";
import { profileMenu } from "./menus.ts";
import { ProfileSummary } from "./profile-summary.tsx";
import { SignOutForm } from "./sign-out-form.tsx";

type AccountMenuProps = { viewer: NonNullable<FrameViewer> };

/** The profile menu of the header: a native popover opens without JavaScript and closes on Esc or a click outside. */
export function AccountMenu({ viewer }: AccountMenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  const close = () => panel.current?.hidePopover();
  return (
    <div className="pop-anchor">
      <button
        className="icon-btn"
        type="button"
        popoverTarget="profil"
        aria-label={`Mon compte\u00a0: ${viewer.name}`}
      >
        <Avatar name={viewer.name} photo={viewer.photo} />
      </button>
      <div className="pop" id="profil" popover="auto" ref={panel}>
        <ProfileSummary viewer={viewer} />
        <nav className="menu" aria-label="Mon compte">
          {profileMenu(viewer).map(({ to, label, icon, counts }) => (
            <Link key={to} to={to} onClick={close}>
              <Icon name={icon} />
              {label}
              {counts && <MenuCount counts={viewer.counts} of={[counts]} />}
            </Link>
          ))}
          <hr />
          <SignOutForm onSubmit={close}>
            <button>
              <Icon name="log-out" />
              Déconnexion
            </button>
          </SignOutForm>
        </nav>
      </div>
    </div>
  );
}
