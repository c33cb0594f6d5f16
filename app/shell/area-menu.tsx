import { Fragment } from "react";
import { NavLink } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import type { areaMenu } from "./menus.ts";
import { SignOutForm } from "./sign-out-form.tsx";
import { UnreadCount } from "./unread-count.tsx";

type AreaMenuProps = { groups: ReturnType<typeof areaMenu>; unreadMessages: number };

export function AreaMenu({ groups, unreadMessages }: AreaMenuProps) {
  return (
    <nav aria-label="Mon espace">
      {groups.map(({ label, entries }) => (
        <Fragment key={label}>
          <p className="label">{label}</p>
          <ul>
            {entries.map(({ to, label: name, icon, counts }) => (
              <li key={to}>
                <NavLink className="menu-row" to={to}>
                  <Icon name={icon} />
                  {name}
                  {counts && <UnreadCount count={unreadMessages} />}
                </NavLink>
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
