import { isRouteErrorResponse, useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { useShopName } from "./shop-name.ts";

const NOT_FOUND = "Page non trouvée";

/** The list to which the error screen of a missing document links, by the beginning of the document's path. */
const LISTS = [
  { prefix: "/admin/my-orders", to: "/admin/my-orders", label: "Retour à mes commandes" },
  { prefix: "/admin/commandes", to: "/admin/commandes", label: "Retour aux commandes" },
  { prefix: "/admin/edict-product", to: "/admin/produits", label: "Retour aux produits" },
  { prefix: "/admin/produits", to: "/admin/produits", label: "Retour aux produits" },
  { prefix: "/produit", to: "/boutique", label: "Retour à la boutique" },
];

/** The content of a page that was not found (404) or whose loading failed. `detail` is the text of the thrown response. */
export function ErrorScreen({ status, detail }: { status: number; detail?: string }) {
  const { pathname } = useLocation();
  const shopName = useShopName();
  const list =
    detail === "Document not found" && LISTS.find(({ prefix }) => pathname.startsWith(prefix));
  const isMissing = status === 404;
  const title = isMissing
    ? detail === "Document not found"
      ? detail
      : NOT_FOUND
    : "Une erreur s’est produite";
  return (
    <div className="wrap page-end">
      <title>{`${title} · ${shopName}`}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        drawing={isMissing ? "flower" : "box"}
        label={`Erreur ${status}`}
        title={title}
        text={
          isMissing
            ? "L’adresse a changé, ou elle n’a jamais existé. Le reste de la maison est à sa place."
            : "La page n’a pas pu s’afficher. Elle répondra sans doute dans un instant."
        }
        action={
          !isMissing ? (
            <Retry />
          ) : list ? (
            <ButtonLink to={list.to}>{list.label}</ButtonLink>
          ) : (
            <ButtonLink to="/">Retour à l’accueil</ButtonLink>
          )
        }
      />
    </div>
  );
}

/** The error screen for an error that a route threw, with the status of a thrown response, or 500. */
export function RouteErrorScreen({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <ErrorScreen status={500} />;
  const detail = typeof error.data === "string" ? error.data : undefined;
  return <ErrorScreen status={error.status} detail={detail} />;
}

/** Whether the error is a response with a status below 500 (for example 404). If not, loading the route's data failed. */
export function isMissingPage(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status < 500;
}

/**
 * Creates the error boundary of a list's page. If loading failed, it shows the page's title and an error instead of the list;
 * for a response below 500, the error screen.
 */
export function listErrorBoundary(title: string) {
  return function ListErrorBoundary({ error }: { error: unknown }) {
    if (isMissingPage(error)) return <RouteErrorScreen error={error} />;
    return (
      <>
        <PageHead title={title} />
        <ListError />
      </>
    );
  };
}

/**
 * Shown instead of a list whose data could not be loaded (specification §8). `level` 1 is for a page without another heading.
 */
export function ListError({ level = 2 }: { level?: 1 | 2 }) {
  return (
    <div className="panel" role="alert">
      <EmptyState
        panel
        level={level}
        drawing="box"
        title="Impossible de recurer les données"
        text="La liste ne répond pas pour l’instant."
        action={<Retry />}
      />
    </div>
  );
}

function Retry() {
  const { pathname, search } = useLocation();
  return (
    <ButtonLink to={pathname + search} preventScrollReset>
      Réessayer
    </ButtonLink>
  );
}
