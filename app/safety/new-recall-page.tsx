import { data, Form, redirect, useLocation, useNavigation } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { ConfirmStep, useAsked } from "#app/ui/areas/confirm-step.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Field, TextArea, useFieldErrors } from "#app/ui/field.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/new-recall-page.ts";
import { readNewRecall, scopeOf } from "./new-recall.server.ts";
import { RecallTexts } from "./recall-notice.tsx";
import { downplayingWords, recallNotice } from "./recall-schema.ts";
import { scopeText } from "./recall-text.ts";
import { RecalledTable } from "./recalled-table.tsx";
import { publishRecall, recallableName } from "./recalls.server.ts";
import { ScopeForm } from "./scope-form.tsx";

const TITLE = "Nouveau rappel";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db, settings } = context.get(requestContext).services;
  return readNewRecall(db, new URL(request.url).searchParams, settings.current().shop);
}

/** POST: checks the notice and shows it with its buyers; with `confirmed=1` publishes the recall of the address's scope. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  const { scope, error } = scopeOf(new URL(request.url).searchParams);
  if (!scope || (await recallableName(services.db, scope.productId)) === null)
    throw data(error, { status: 400 });
  const parsed = parseForm(recallNotice, form);
  if (!parsed.ok)
    return data(
      { kind: "invalid" as const, values: parsed.values, errors: parsed.errors },
      { status: 400 },
    );
  if (form.get("confirmed") !== "1")
    return { kind: "ask" as const, values: parsed.value, words: downplayingWords(parsed.value) };
  const outcome = await publishRecall(services, admin, scope, parsed.value);
  if (outcome.kind === "unknown-product") throw data("Document not found", { status: 404 });
  return redirect(`/admin/rappels/${outcome.id}`);
}

export default function NewRecallPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, found, text, summary, first } = loaderData;
  return (
    <>
      <BackLink to="/admin/rappels">Rappels</BackLink>
      <PageHead title={TITLE}>
        {product
          ? `${product.name}\u00a0: choisissez ses lots, ou la période où il a été commandé.`
          : "Choisissez d’abord le produit."}
      </PageHead>
      {summary && <ConfirmNotice loaderData={loaderData} actionData={actionData} />}
      {product ? (
        <ScopeForm key={product.id} {...loaderData} product={product} />
      ) : (
        <ProductForm text={text} found={found} />
      )}
      {summary && first && (
        <>
          <Panel
            id="acheteurs"
            title="Acheteurs"
            aside={
              <span className="soft">{`${plural(summary.orders, "commande")}, ${plural(summary.pieces, "pièce")}`}</span>
            }
          >
            <div className="panel__body">
              <p>{`${plural(summary.mails, "acheteur")} par e-mail${summary.unreachable > 0 ? `, ${plural(summary.unreachable, "commande")} à joindre par courrier ou anonymisée${summary.unreachable > 1 ? "s" : ""}` : ""}.${summary.orders > first.length ? ` Les ${first.length} premières commandes\u00a0:` : ""}`}</p>
            </div>
            {first.length > 0 && (
              <RecalledTable orders={first} caption="Commandes concernées" isPreview />
            )}
          </Panel>
          <NoticeForm loaderData={loaderData} actionData={actionData} />
        </>
      )}
    </>
  );
}

type Data = Route.ComponentProps["loaderData"];

function ProductForm({ text, found }: Pick<Data, "text" | "found">) {
  return (
    <Form className="panel" method="get">
      <div className="panel__body form">
        <Field
          label="Produit ou lot"
          name="recherche"
          type="search"
          defaultValue={text}
          maxLength={200}
          hint="Un nom, une référence, un EAN, ou un numéro de lot."
        />
        {found.length > 0 && (
          <ul className="stack">
            {found.map(({ id, name }) => (
              <li key={id}>
                <TextLink to={`/admin/rappels/nouveau?produit=${id}`}>{name}</TextLink>
              </li>
            ))}
          </ul>
        )}
        {text !== "" && found.length === 0 && <Note>Aucun produit ne correspond.</Note>}
      </div>
      <div className="panel__foot">
        <Button size="s">Chercher</Button>
      </div>
    </Form>
  );
}

type NoticeFormProps = Pick<Route.ComponentProps, "loaderData" | "actionData">;

/** The notice as it will be published, to confirm. */
function ConfirmNotice({ loaderData, actionData }: NoticeFormProps) {
  const { scope, summary } = loaderData;
  const [asked, step] = useAsked(actionData, "ask");
  const { search } = useLocation();
  return (
    <ConfirmStep
      question={`Publier ce rappel et avertir ${plural(summary?.mails ?? 0, "acheteur")} ?`}
      confirmLabel="Publier le rappel"
      cancelLabel="Relire"
      destructive
      answer={asked && { ...asked.values, confirmed: "1" }}
      backHref={`/admin/rappels/nouveau${search}`}
      {...step}
    >
      {asked && scope && (
        <>
          <p>{`Concerne\u00a0: ${scopeText(scope)}. Les e-mails partent, l’avis est public\u00a0: on ne peut pas revenir en arrière.`}</p>
          {asked.words.length > 0 && (
            <Note tone="warning">
              {`Ces mots minimisent le danger, la loi les exclut d’un avis de rappel\u00a0: ${asked.words.join(", ")}.`}
            </Note>
          )}
          <RecallTexts notice={asked.values} level={3} />
        </>
      )}
    </ConfirmStep>
  );
}

function NoticeForm({ loaderData, actionData }: NoticeFormProps) {
  const isBusy = useNavigation().formMethod === "POST";
  const errors = actionData?.kind === "invalid" ? actionData.errors : undefined;
  const { field, checks } = useFieldErrors(errors, actionData?.values ?? loaderData.template);
  const { search } = useLocation();
  const text = (name: string, label: string, hint: string, missing: string) => (
    <TextArea
      label={label}
      {...field(name)}
      required
      maxLength={2_000}
      rows={3}
      hint={hint}
      missing={missing}
    />
  );
  return (
    <Form
      // Remount when the scope changes: the notice then starts with another text.
      key={search}
      className="panel"
      method="post"
      {...checks}
    >
      <div className="panel__head">
        <h2>Rappel de produit&nbsp;: consignes de sécurité</h2>
      </div>
      <div className="panel__body form">
        <ErrorSummary errors={errors} />
        {text(
          "description",
          "Le produit",
          "De quoi le reconnaître\u00a0: nom, aspect, lot.",
          "Décrivez le produit pour qu’on le reconnaisse.",
        )}
        {text(
          "danger",
          "Le danger",
          "Ce qui peut arriver. Sans le minimiser\u00a0: ni «\u00a0par précaution\u00a0», ni «\u00a0volontaire\u00a0», ni «\u00a0cas rares\u00a0».",
          "Décrivez le danger.",
        )}
        {text(
          "action",
          "Ce que les clients doivent faire",
          "D’abord cesser d’utiliser le produit.",
          "Dites ce que les clients doivent faire.",
        )}
        {text(
          "remedy",
          "Ce que vous proposez",
          "Au moins deux solutions au choix\u00a0: réparation, échange, remboursement.",
          "Dites ce que vous proposez aux clients.",
        )}
        {text(
          "contact",
          "Où vous joindre",
          "Un numéro gratuit ou une adresse en ligne.",
          "Dites où vous joindre sans frais.",
        )}
      </div>
      <div className="panel__foot">
        <Button size="s" busy={isBusy}>
          Relire et publier
        </Button>
      </div>
    </Form>
  );
}
