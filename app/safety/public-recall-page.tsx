import { data } from "react-router";
import { displayName } from "#app/catalogue/product-name.ts";
import { useLive } from "#app/live/live.tsx";
import { pageMeta, siteOf } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { frenchDay, parisDay } from "#app/ui/french-date.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { Note } from "#app/ui/note.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { Route } from "./+types/public-recall-page.ts";
import { RecallTexts } from "./recall-notice.tsx";
import { scopeText } from "./recall-text.ts";
import { readSales } from "./recalled-orders.server.ts";
import { publicRecall, readRecall } from "./recalls.server.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: `Rappel de produit${loaderData ? `\u00a0: ${displayName(loaderData.recall.productName)}` : ""}`,
    description: "Consignes de sécurité\u00a0: le produit, le danger, ce que vous devez faire.",
    path: `/rappels/${loaderData?.recall.id ?? ""}`,
    ...siteOf(matches),
  });

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(requestContext).services;
  const recall = await readRecall(db, params.id);
  if (!recall) throw data("Document not found", { status: 404 });
  return { recall: publicRecall(recall), ...(await readSales(db, recall)) };
}

/** A recall notice for everybody, without signing in (regulation 2023/988, art. 36). */
export default function PublicRecallPage({ loaderData }: Route.ComponentProps) {
  const { recall, from, until, picture } = loaderData;
  useLive(`recall:${recall.id}`);
  const name = displayName(recall.productName);
  return (
    <div className="wrap">
      <Breadcrumb
        items={[
          { label: "Accueil", to: "/" },
          { label: "Rappels de produits", to: "/rappels" },
          { label: name },
        ]}
      />
      <div className="split">
        <div className="split__l">
          <h1 className="h2">Rappel de produit&nbsp;: consignes de sécurité</h1>
          <p className="strong">{`${name}, ${scopeText(recall)}`}</p>
          <p className="soft">{`Publié le ${frenchDay(recall.publishedAt)}.${
            from && until && recall.lots.length > 0
              ? ` Vendu sur ce site ${frenchPeriod(parisDay(from), parisDay(until))}.`
              : ""
          }`}</p>
          {picture && (
            <Picture picture={picture} alt={name} sizes="320px" displayWidth={320} priority />
          )}
        </div>
        <div className="split__r">
          <RecallTexts
            notice={recall}
            before={
              recall.closedAt && <Note>{`Rappel clos le ${frenchDay(recall.closedAt)}.`}</Note>
            }
          />
        </div>
      </div>
    </div>
  );
}
