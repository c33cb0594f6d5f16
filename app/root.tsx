import { use, useEffect, type ReactNode } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import type { Route } from "./+types/root.ts";
import { guardSensitiveRoutes } from "./accounts/sensitive-routes.ts";
import type { SessionViewer } from "./accounts/session.server.ts";
import { RouteErrorScreen } from "./error-screen.tsx";
import { favouriteIds } from "./favourites/favourites.server.ts";
import { Favourites } from "./favourites/favourites.tsx";
import { keepPage } from "./live/connection.ts";
import { KeptAnswers } from "./live/kept-answers.tsx";
import { LiveStream, useLive } from "./live/live.tsx";
import { closedAnswer } from "./opening/closed-answer.ts";
import { closedGate } from "./opening/closed-gate.ts";
import { ClosedPage } from "./opening/closed-page.tsx";
import { databaseNow } from "./platform/database-clock.server.ts";
import { orNull } from "./platform/log.server.ts";
import { requestContext } from "./request-context.ts";
import type { RootData } from "./root-data.ts";
import { shopOfRoot } from "./root-shop.ts";
import { Footer } from "./shell/footer.tsx";
import { Header } from "./shell/header.tsx";
import { LostConnection } from "./shell/lost-connection.tsx";
import type { MenuCounts } from "./shell/menu-count.tsx";
import { menuCounts } from "./shell/menu-counts.server.ts";
import { NavigationStatus } from "./shell/navigation-status.tsx";
import { NonceContext } from "./shell/nonce.ts";
import fraunces from "./ui/fonts/fraunces.woff2?url";
import instrumentSans from "./ui/fonts/instrument-sans.woff2?url";
import { parisDay } from "./ui/french-date.ts";
import { spriteUrl } from "./ui/icon.tsx";
import { LinkNavigation } from "./ui/link-navigation.tsx";
import { Link } from "./ui/link.tsx";
import { Toasts } from "./ui/toast.tsx";
import stylesheet from "./shop.css?url";

export const links: Route.LinksFunction = () => [
  ...[fraunces, instrumentSans].map((href) => ({
    rel: "preload" as const,
    href,
    as: "font" as const,
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
  })),
  { rel: "stylesheet", href: stylesheet },
];

export const middleware: Route.MiddlewareFunction[] = [closedGate, guardSensitiveRoutes];
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage];

export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const { services, viewer, addTags } = context.get(requestContext);
  const { config, db, emptyCategories, log, settings } = services;
  addTags("settings");
  const renderedAt = databaseNow();
  const who = await viewer();
  const [counts, hearts] = await Promise.all([
    who?.isAdmin ? orNull(log, "menu counts", menuCounts(services)) : null,
    who ? orNull(log, "hearts", favouriteIds(db, who.id)) : [],
  ]);
  return {
    renderedAt,
    year: parisDay(new Date(renderedAt)).slice(0, 4),
    baseUrl: config.baseUrl,
    shop: settings.current().shopText,
    ...(emptyCategories.current().length > 0 && { emptyCategories: emptyCategories.current() }),
    // A class of the body, with which closed.css hides what a closed shop hasn't.
    ...(!settings.current().isOpen && { closed: who?.isAdmin ? "closed-to-others" : "closed" }),
    viewer: who && shownViewer(who, counts ?? NOTHING_WAITS),
    // In the root's data, so that the data of the pages is the same for every visitor.
    favouriteIds: hearts ?? [],
  };
}

const NOTHING_WAITS: MenuCounts = {
  unread: 0,
  mismatches: 0,
  mails: 0,
  warnings: 0,
  reports: 0,
  late: 0,
};

/** The signed-in user's data for the browser, without what concerns the session. */
function shownViewer(
  { sessionId: _session, hasRecentPassword: _recent, ...who }: SessionViewer,
  counts: MenuCounts,
): RootData["viewer"] {
  return { ...who, email: shownEmail(who.email), counts };
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  // late-scripts.ts listens for this event and repeats the choices and the click made before hydration.
  useEffect(() => void window.dispatchEvent(new Event("hydrated")), []);
  const data = useRouteLoaderData<typeof loader>("root");
  // A browser never renders the page of a closed shop, it loads its document. SSR is a build constant.
  // oxlint-disable-next-line react-hooks/rules-of-hooks
  const closed = import.meta.env.SSR ? closedAnswer(useRouteError()) : undefined;
  const shop = closed ? closed.closedShop : shopOfRoot(data);
  const look = shop?.look;
  const head = (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="theme-color" content={look?.paper ?? "#FBF7F2"} />
      <Meta />
      <Links />
      <link rel="icon" href={look?.icon ?? spriteUrl} type="image/svg+xml" />
      {look?.sheet && <link rel="stylesheet" href={look.sheet} />}
    </head>
  );
  if (closed)
    return (
      <html lang="fr">
        {head}
        <body>
          <ClosedPage {...closed} />
        </body>
      </html>
    );
  return (
    <html lang="fr">
      {head}
      <body className={data?.closed}>
        <a className="skip" href="#main">
          Aller au contenu
        </a>
        <LostConnection />
        {data?.closed === "closed-to-others" && (
          <aside className="closedbar">
            <Link to="/admin/ouverture">Boutique fermée au public</Link>
          </aside>
        )}
        <Header
          shop={shop}
          viewer={data?.viewer ?? null}
          favouriteCount={data?.favouriteIds.length ?? 0}
        />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer shop={shop} />
        <Toasts />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useLive(
    "settings",
    ...(loaderData.viewer?.isAdmin ? ["message", "mail", "report"] : []),
    ...(loaderData.viewer ? [`profile:${loaderData.viewer.id}`, "favourite"] : []),
  );
  return (
    <>
      <NavigationStatus />
      <LinkNavigation />
      <LiveStream renderedAt={loaderData.renderedAt} />
      <Favourites>
        <KeptAnswers>
          <Outlet />
        </KeptAnswers>
      </Favourites>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorScreen error={error} />;
}
