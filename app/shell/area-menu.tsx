import { Fragment } from "react";
import { useLocation } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { isCurrent, type areaMenu } from "./area-pages.ts";
import { MenuCount, type MenuCounts } from "./menu-count.tsx";
import { SignOutForm } from "./sign-out-form.tsx";

type AreaMenuProps = { groups: ReturnType<typeof areaMenu>; counts: MenuCounts };

export function AreaMenu({ groups, counts }: AreaMenuProps) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Mon espace">
      {groups.map(({ label, entries }) => (
        <Fragment key={label}>
          <p className="label">{label}</p>
          <ul>
            {entries.map((entry) => (
              <li key={entry.to}>
                <Link
                  className="menu-row"
                  to={entry.to}
                  aria-current={isCurrent(entry, pathname) ? "page" : undefined}
                >
                  <Icon name={entry.icon} />
                  {entry.label}
                  {entry.counts && <MenuCount counts={counts} of={[entry.counts]} />}
                </Link>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      <SignOutForm className="side__out">
        <button className="menu-row">
          <Icon name="log-out" />
          Déconnexion
        </button>
      </SignOutForm>
    </nav>
  );
}
