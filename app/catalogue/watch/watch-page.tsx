import { data, Form, useNavigation } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button } from "#app/ui/button.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { frenchNumber } from "#app/ui/french-number.ts";
import { Icon } from "#app/ui/icon.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { displayName } from "../product-name.ts";
import { PRODUCT_ID } from "../product-schema.ts";
import type { Route } from "./+types/watch-page.ts";
import { ANNEXES } from "./annexes.server.ts";
import { Findings, RuleTag, sourceOf } from "./findings.tsx";
import { PfasPanel } from "./pfas-panel.tsx";
import { pfasProducts } from "./pfas.server.ts";
import {
  claimsOfShop,
  productsToCheck,
  productToCheck,
  restrictedOf,
  verifyFindings,
  type ProductsToCheck,
  type ProductToCheck,
} from "./watch.server.ts";
import { findingKey, WATCH_LISTS } from "./watch.ts";

const TITLE = "À vérifier";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

/** `produit`: only this product. `apres`: continues after this product's id. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db, settings } = context.get(requestContext).services;
  const search = new URL(request.url).searchParams;
  const [only, after] = [idIn(search, "produit"), idIn(search, "apres")];
  return {
    isOne: only !== null,
    found: only === null ? await productsToCheck(db, after) : await productToCheck(db, only),
    restricted: only === null ? [] : await restrictedOf(db, only),
    pfas: only === null && after === null ? await pfasProducts(db) : null,
    annexes: ANNEXES,
    isContinued: after !== null,
    texts: claimsOfShop(settings.current().groups),
  };
}

function idIn(search: URLSearchParams, name: string): string | null {
  const id = search.get(name);
  return id !== null && PRODUCT_ID.test(id) ? id : null;
}

const OUTCOMES = {
  verified: { status: 200, tone: "ok", text: "C’est noté, avec votre nom et la date." },
  changed: {
    status: 409,
    tone: "warning",
    text: "Ce produit a changé entre-temps\u00a0: relisez ce qui reste à vérifier.",
  },
  gone: { status: 404, tone: "warning", text: "Ce produit n’existe plus." },
} as const;

/** POST: marks the findings `cle` of the product `id` as verified. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const form = await readForm(request);
  const id = String(form.get("id") ?? "");
  const keys = form.getAll("cle").map(String);
  const { db } = context.get(requestContext).services;
  if (!PRODUCT_ID.test(id) || keys.length === 0) throw data(null, { status: 400 });
  const { status, ...answer } = OUTCOMES[await verifyFindings(db, admin, { id, keys })];
  return data(answer, status);
}

export default function WatchPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive("product");
  const { found, texts, isOne, isContinued, restricted, pfas, annexes } = loaderData;
  return (
    <>
      <BackLink to="/admin/produits">Produits</BackLink>
      <PageHead title={TITLE}>
        Des mots et des ingrédients que la loi encadre. Rien n’est retiré de la vente sans vous, et
        les listes ne sont pas complètes.
      </PageHead>
      {actionData && (
        <Note tone={actionData.tone} focusOn={actionData}>
          {actionData.text}
        </Note>
      )}
      {pfas && <PfasPanel pfas={pfas} />}
      <Panel id="produits" title={isOne ? "Ce produit" : "Produits"}>
        {found.products.length === 0 && (
          <p className="panel__body soft">
            {isOne ? "Rien à vérifier dans ce produit." : "Rien à vérifier dans ces produits."}
          </p>
        )}
        {found.products.map((product) => (
          <WatchedProduct key={product.id} product={product} />
        ))}
        <Continue found={found} isOne={isOne} isContinued={isContinued} />
      </Panel>
      {restricted.length > 0 && (
        <Panel id="conditions" title="Ingrédients sous conditions">
          <p className="panel__body soft">
            L’annexe III du règlement 1223/2009 les limite, selon l’usage du produit&nbsp;: demandez
            la concentration au fabricant.
          </p>
          <div className="watched">
            <ul className="findings">
              {restricted.map(({ written, entry, limit }) => (
                <li key={`${entry} ${written}`}>
                  <b>{written}</b>{" "}
                  <span className="soft small">{`Entrée ${entry}${limit ? `, ${limit} au plus selon l’usage` : ""}.`}</span>
                </li>
              ))}
            </ul>
          </div>
        </Panel>
      )}
      {texts.length > 0 && (
        <Panel id="textes" title="Textes de la boutique">
          {texts.map(({ title, to, claims }) => (
            <div className="watched" key={to}>
              <h3>
                <TextLink to={to}>{title}</TextLink>
              </h3>
              <Findings findings={claims} />
            </div>
          ))}
        </Panel>
      )}
      {WATCH_LISTS.map((list) => (
        <WatchList key={list.title} list={list} />
      ))}
      <Panel id="annexes" title={annexes.title} aside={<ListState date={annexes.date} />}>
        <p className="panel__body soft">
          {`${annexes.source}. ${frenchNumber(annexes.prohibitedCount)} noms de substances interdites et ${frenchNumber(annexes.restrictedCount)} noms de substances sous conditions sont reconnus dans les compositions. Les interdictions sous condition et les listes positives (colorants, conservateurs, filtres UV) n’y sont pas\u00a0: un nom INCI seul ne permet pas d’en juger.`}
        </p>
      </Panel>
    </>
  );
}

function WatchedProduct({ product: { id, name, findings } }: { product: ProductToCheck }) {
  const isBusy = useNavigation().formData?.get("id") === id;
  return (
    <article className="watched">
      <h3>
        <TextLink to={`/admin/edict-product/${id}`}>{displayName(name)}</TextLink>
      </h3>
      <Findings findings={findings} />
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        {findings.map((finding) => (
          <input key={findingKey(finding)} type="hidden" name="cle" value={findingKey(finding)} />
        ))}
        <Button variant="secondary" size="s" busy={isBusy}>
          Marquer comme vérifié<span className="sr">{` ${displayName(name)}`}</span>
        </Button>
      </Form>
    </article>
  );
}

type ContinueProps = { found: ProductsToCheck; isOne: boolean; isContinued: boolean };

/** How many products were read, and links to the others. */
function Continue({ found: { read, next }, isOne, isContinued }: ContinueProps) {
  return (
    <p className="panel__body soft">
      <span>
        {!isOne &&
          `${plural(read, "produit")} lu${read > 1 ? "s" : ""}, les plus récents d’abord. `}
      </span>
      {next !== null && <TextLink to={`?apres=${next}`}>Continuer avec les suivants</TextLink>}
      {(isOne || (isContinued && next === null)) && (
        <TextLink to="/admin/verifications">
          {isOne ? "Tous les produits à vérifier" : "Revenir aux plus récents"}
        </TextLink>
      )}
    </p>
  );
}

function WatchList({
  list: { title, date, source, rules },
}: {
  list: (typeof WATCH_LISTS)[number];
}) {
  return (
    <Panel id={`liste-${title.toLowerCase()}`} title={title} aside={<ListState date={date} />}>
      <p className="panel__body soft">{`${source}.`}</p>
      {rules.map((rule) => (
        <details className="watched" key={rule.id}>
          <summary>
            <RuleTag rule={rule} />
            <b>{rule.title}</b>
            <Icon name="chevron-down" size={16} />
          </summary>
          <p>
            {rule.reason} <span className="soft small">{sourceOf(rule)}</span>
          </p>
          <p className="soft">{rule.words.join(", ")}</p>
        </details>
      ))}
    </Panel>
  );
}

function ListState({ date }: { date: string }) {
  const day = frenchDay(new Date(`${date}T12:00:00Z`));
  return <span className="muted small">{`Liste non exhaustive, état au ${day}`}</span>;
}

export const ErrorBoundary = listErrorBoundary(TITLE);
