import { displayName } from "#app/catalogue/product-name.ts";
import { useLive } from "#app/live/live.tsx";
import { pageMeta, siteOf } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { Italic } from "#app/ui/italic.tsx";
import { Link } from "#app/ui/link.tsx";
import { pageNumber } from "#app/ui/page-number.ts";
import { Pager } from "#app/ui/pager.tsx";
import type { Route } from "./+types/public-recalls-page.ts";
import { scopeAtStart } from "./recall-text.ts";
import { publishedRecalls } from "./recalled-orders.server.ts";
import { publicRecall } from "./recalls.server.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: "Rappels de produits",
    description:
      "Les produits rappelés, et les consignes de sécurité pour ceux qui les ont achetés.",
    path: "/rappels",
    ...siteOf(matches),
  });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(requestContext).services;
  const { recalls, ...list } = await publishedRecalls(
    db,
    pageNumber(new URL(request.url).searchParams),
  );
  return { ...list, recalls: recalls.map(publicRecall) };
}

export default function PublicRecallsPage({ loaderData }: Route.ComponentProps) {
  useLive("recall");
  const { recalls, page, pageCount } = loaderData;
  return (
    <div className="wrap">
      <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: "Rappels de produits" }]} />
      <div className="split">
        <div className="split__l">
          <h1 className="h2">
            Rappels de <Italic>produits</Italic>
          </h1>
          <p>
            Chaque acheteur d’un produit rappelé est averti par e-mail, quand nous pouvons encore le
            joindre.
          </p>
        </div>
        <div className="split__r stack">
          {recalls.length === 0 ? (
            <EmptyState
              level={2}
              drawing="box"
              title="Aucun produit n’est rappelé"
              text="Un rappel serait publié ici, avec les consignes de sécurité."
            />
          ) : (
            <ul className="stack">
              {recalls.map((recall) => (
                <li key={recall.id}>
                  <Link className="link strong" to={`/rappels/${recall.id}`}>
                    {displayName(recall.productName)}
                  </Link>
                  <p className="soft">{`${scopeAtStart(recall)}, publié le ${frenchDay(recall.publishedAt)}${recall.closedAt ? `, clos le ${frenchDay(recall.closedAt)}` : ""}`}</p>
                </li>
              ))}
            </ul>
          )}
          {pageCount > 1 && (
            <Pager
              page={page}
              pageCount={pageCount}
              href={(target) => (target > 1 ? `/rappels?page=${target}` : "/rappels")}
              label="Pages des rappels"
              summary={`Page ${page} sur ${pageCount}`}
            />
          )}
        </div>
      </div>
    </div>
  );
}
