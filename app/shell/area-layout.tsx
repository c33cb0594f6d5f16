import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { Outlet, useLocation, useRevalidator, useRouteLoaderData } from "react-router";
import { dismissFailure, showFailure, useFailure, type Failure } from "#app/live/failure.ts";
import type { RootData } from "#app/root-data.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { classes } from "#app/ui/classes.ts";
import { Icon } from "#app/ui/icon.tsx";
import { AreaMenu } from "./area-menu.tsx";
import { areaMenu, isCurrent } from "./area-pages.ts";
import { MenuCount } from "./menu-count.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { useLostFocus } from "./use-lost-focus.ts";
import stylesheet from "#app/areas.css?url";

const PasswordDialog = lazy(() => import("#app/accounts/password-dialog.tsx"));

export const links = () => [{ rel: "stylesheet", href: stylesheet }];

/** The layout of the signed-in areas. It checks no access rights: each page's loader does. */
export default function AreaLayout() {
  const viewer = useLastViewer();
  const { pathname } = useLocation();
  const main = useRef<HTMLDivElement>(null);
  useLostFocus(main);
  useShortcuts();
  // The order of a customer without an account: no menu, which would lead nowhere.
  if (!viewer)
    return (
      <div className="wrap page-end">
        <div className="area__main" ref={main}>
          <Outlet />
        </div>
      </div>
    );
  const groups = areaMenu(viewer);
  const entries = groups.flatMap((group) => group.entries);
  const current = entries.find((entry) => isCurrent(entry, pathname));
  const counted = entries.flatMap(({ counts }) => counts ?? []);
  return (
    <div className={classes("wrap area", viewer.isAdmin && "area--admin")}>
      <div className="side">
        <div className="side__who">
          <Avatar name={viewer.name} photo={viewer.photo} />
          <div>
            <b>{viewer.name}</b>
            <span>{viewer.isAdmin ? "Administration" : "Espace client"}</span>
          </div>
        </div>
        <AreaMenu groups={groups} counts={viewer.counts} />
      </div>
      {/* The key makes React mount a new, closed menu after a navigation. */}
      <details className="area-nav" key={pathname}>
        <summary>
          {current && <Icon name={current.icon} />}
          <span>{current?.label ?? "Mon espace"}</span>
          <MenuCount counts={viewer.counts} of={counted} />
          <Icon name="chevron-down" />
        </summary>
        <AreaMenu groups={groups} counts={viewer.counts} />
      </details>
      <div className="area__main" ref={main}>
        <Outlet />
      </div>
      {viewer.isAdmin && <AskedPassword />}
    </div>
  );
}

/**
 * The viewer, also after the session has ended: a page that isn't revalidated stays, with its form, which another layout would
 * mount anew. Reports the end.
 */
function useLastViewer(): RootData["viewer"] {
  const viewer = useRouteLoaderData<RootData>("root")?.viewer ?? null;
  const [last, setLast] = useState(viewer);
  const { revalidate } = useRevalidator();
  const report = useEffectEvent(() =>
    showFailure({
      kind: "signed-out",
      form: null,
      retry: () => {
        dismissFailure();
        void revalidate();
      },
    }),
  );
  if (viewer && viewer !== last) setLast(viewer);
  const hasEnded = !viewer && last !== null;
  useEffect(() => {
    if (hasEnded) report();
  }, [hasEnded]);
  return viewer ?? last;
}

/** The dialog for a form that needs a recent password; then the form is sent again. */
function AskedPassword() {
  const failure = useFailure();
  // Kept here, because the dialog's own answers replace the shown failure.
  const [asked, setAsked] = useState<Failure | null>(null);
  if (failure?.kind === "password" && failure !== asked) setAsked(failure);
  if (!asked) return null;
  const close = () => {
    dismissFailure();
    setAsked(null);
  };
  return (
    <Suspense>
      <PasswordDialog
        key={asked.at}
        onClose={close}
        onConfirmed={() => {
          close();
          asked.retry();
        }}
      />
    </Suspense>
  );
}
