import { useRef, useState, type FormEvent } from "react";
import { data, Form, redirectDocument, useNavigation, useSubmit } from "react-router";
import { requireAccount, requireViewer } from "#app/accounts/access.ts";
import { CurrentPasswordField } from "#app/accounts/account-fields.tsx";
import { MISSING_PASSWORD, TOO_MANY_CHECKS, WRONG_PASSWORD } from "#app/accounts/account-schema.ts";
import { signOut } from "#app/accounts/auth.server.ts";
import { unclaimedOrders } from "#app/orders/disown-order.server.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { ConfirmDialog } from "#app/ui/areas/confirm-dialog.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, useFieldErrors } from "#app/ui/field.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note, Refusal } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/delete-account-page.ts";
import { accountObstacle, deleteAccount, type DeletionOutcome } from "./delete-account.server.ts";

const TITLE = "Supprimer mon compte";
const SETTINGS = "/admin/parametre-compte";
type Refusal = Exclude<DeletionOutcome["kind"], "deleted"> | "missing-password";

const STATUS: Record<Refusal, number> = {
  "missing-password": 400,
  "wrong-password": 400,
  "no-password": 409,
  "too-many": 429,
  "order-on-its-way": 409,
  "money-under-way": 409,
  "open-withdrawal": 409,
  "last-administrator": 409,
};

const ERRORS: Partial<Record<Refusal, Record<string, string>>> = {
  "missing-password": { password: MISSING_PASSWORD },
  "wrong-password": { password: WRONG_PASSWORD },
};

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, { place: "parametres" });
  const { db } = context.get(requestContext).services;
  const [obstacle, unclaimed, account] = await Promise.all([
    accountObstacle(db, viewer.id),
    unclaimedOrders(db, viewer.id),
    requireAccount(context, { place: "parametres" }),
  ]);
  return {
    obstacle,
    email: account.signIn.email,
    isConfirmed: account.isAddressConfirmed,
    hasUnclaimed: unclaimed.length > 0,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(context, { place: "parametres" });
  const { services, caller } = context.get(requestContext);
  const form = await readForm(request);
  // Passwords are trimmed, here as at sign-up (specification §5).
  const password = String(form.get("password") ?? "").trim();
  if (password === "") return refuse("missing-password");
  const withComments = form.get("comments") === "1";
  const outcome = await deleteAccount(services, viewer, { password, withComments });
  if (outcome.kind !== "deleted") return refuse(outcome.kind);
  // Also clears the cart and form drafts in the browser's storage.
  const headers = new Headers({ "clear-site-data": '"cache", "storage"' });
  for (const cookie of await signOut(services.auth, caller)) headers.append("set-cookie", cookie);
  throw redirectDocument("/compte-supprime", { headers });
}

function refuse(kind: Refusal) {
  return data({ kind, errors: ERRORS[kind] ?? null }, { status: STATUS[kind] });
}

export default function DeleteAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const refusal = actionData?.kind ?? loaderData.obstacle;
  return (
    <>
      <PageHead title={TITLE}>C’est immédiat, et nous ne pouvons pas le défaire.</PageHead>
      {refusal && isObstacle(refusal) ? (
        <ObstacleNote refusal={refusal} focusOn={actionData} />
      ) : (
        <DeletionForm {...loaderData} answer={actionData} />
      )}
    </>
  );
}

const OBSTACLES = {
  "order-on-its-way":
    "Une commande est en route, et nous avons besoin de son adresse. Vous pourrez supprimer votre compte dès qu’elle sera livrée ou annulée.",
  "money-under-way":
    "Un paiement ou un remboursement n’est pas terminé. Vous pourrez supprimer votre compte dès qu’il le sera.",
  "open-withdrawal":
    "Une rétractation ou une annulation n’est pas terminée. Vous pourrez supprimer votre compte dès qu’elle sera remboursée.",
  "last-administrator":
    "Personne d’autre n’administre cette boutique\u00a0: donnez d’abord ces droits à un autre compte.",
  "no-password":
    "Votre compte vient d’une autre boutique et n’a pas encore de mot de passe. Choisissez-en un d’abord\u00a0: nous vous le demanderons ici.",
} as const;
const isObstacle = (kind: Refusal): kind is keyof typeof OBSTACLES => kind in OBSTACLES;

function ObstacleNote({
  refusal,
  focusOn,
}: {
  refusal: keyof typeof OBSTACLES;
  focusOn: object | undefined;
}) {
  return (
    <>
      <Note tone="warning" title="Pas encore" focusOn={focusOn}>
        {OBSTACLES[refusal]}
      </Note>
      {refusal === "no-password" ? (
        <ButtonLink to="/mot-de-passe-oublie">Choisir un mot de passe</ButtonLink>
      ) : refusal === "last-administrator" ? (
        <ButtonLink to={SETTINGS}>Retour aux paramètres</ButtonLink>
      ) : (
        <ButtonLink to="/admin/my-orders">Voir mes commandes</ButtonLink>
      )}
    </>
  );
}

type DeletionFormProps = {
  email: string;
  isConfirmed: boolean;
  /** Whether the account has orders that a stranger may have placed with its address (`unclaimedOrders`). */
  hasUnclaimed: boolean;
  answer: { kind: Refusal; errors: Record<string, string> | null } | undefined;
};

function DeletionForm({ email, isConfirmed, hasUnclaimed, answer }: DeletionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const isBusy = useNavigation().formMethod === "POST";
  const [isConfirming, setIsConfirming] = useState(false);
  const { field, checks } = useFieldErrors(answer?.errors);

  /** Opens the confirmation. An incomplete form is submitted at once: the server's response shows the errors. */
  function confirm(event: FormEvent<HTMLFormElement>) {
    if (!event.currentTarget.checkValidity()) return;
    event.preventDefault();
    setIsConfirming(true);
  }

  return (
    <Form ref={form} className="panel" method="post" onSubmit={confirm} {...checks}>
      <div className="panel__body form">
        <ErrorSummary errors={answer?.errors} />
        <Refusal text={answer?.kind === "too-many" && TOO_MANY_CHECKS} />
        <section className="consequences" aria-labelledby="gone">
          <h2 id="gone">Ce qui disparaît</h2>
          <ul>
            <li>Votre profil, votre photo, vos favoris et votre mot de passe.</li>
            <li>Vos sessions&nbsp;: elles se ferment partout, ici aussi.</li>
            {isConfirmed && <li>{`Les messages que vous nous avez écrits depuis ${email}.`}</li>}
            <li>Les commandes que vous n’avez pas payées&nbsp;: elles sont annulées.</li>
            <li>Votre panier et ce que ce navigateur a gardé de la boutique.</li>
          </ul>
        </section>
        <section className="consequences" aria-labelledby="kept">
          <h2 id="kept">Ce qui reste</h2>
          <ul>
            <li>
              Vos commandes, sans votre nom, votre adresse ni votre téléphone. Vous ne les verrez
              plus.
            </li>
            {hasUnclaimed && (
              <li>
                Une commande à livrer que vous n’avez pas reconnue comme la vôtre&nbsp;: elle quitte
                votre compte, et garde son nom et son adresse.
              </li>
            )}
            <li>
              Vos factures, pendant dix ans&nbsp;: la loi l’impose (article L123-22 du code de
              commerce). Gardez les vôtres,{" "}
              <TextLink to="/admin/my-orders">dans vos commandes</TextLink>.
            </li>
            <li>
              Votre droit de vous rétracter, 30&nbsp;jours après la livraison&nbsp;: sans compte,
              sur la page <TextLink to="/retractation">Renoncer au contrat</TextLink>. Gardez le
              numéro de livraison, il est dans nos e-mails.
            </li>
            <li>Vos rétractations, pendant cinq ans&nbsp;: elles font preuve.</li>
            <li>
              Les contrats d’au moins 120&nbsp;€, dans une archive à part, dix ans après la
              livraison (article L213-1 du code de la consommation)&nbsp;: demandez-nous les vôtres
              quand vous voulez.
            </li>
            <li>
              Vos avis, signés «&nbsp;Client supprimé&nbsp;», sauf si vous le demandez ici. Si vous
              en avez publié, qui les a écrits est gardé à part pour la justice, cinq ans au plus
              (loi 2004-575, article 6).
            </li>
            {!isConfirmed && (
              <li>
                Vos messages du formulaire de contact, pendant trois ans&nbsp;: rien ne montre
                encore que {email} est à vous. Changez votre mot de passe par{" "}
                <TextLink to="/mot-de-passe-oublie">le lien envoyé à cette adresse</TextLink> pour
                qu’ils partent aussi.
              </li>
            )}
          </ul>
        </section>
        <label className="check">
          <input type="checkbox" name="comments" value="1" />
          <span>Effacer aussi mes avis</span>
        </label>
        <CurrentPasswordField
          field={field}
          hint={`Un e-mail confirmera la suppression à ${email}.`}
        />
      </div>
      <div className="panel__foot">
        <Button variant="danger" busy={isBusy}>
          {isBusy ? "Suppression…" : TITLE}
        </Button>
        <ButtonLink to={SETTINGS} variant="plain">
          Annuler
        </ButtonLink>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title="Supprimer votre compte&nbsp;?"
        confirmLabel="Supprimer définitivement"
        destructive
        busy={isBusy}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => {
          setIsConfirming(false);
          void submit(form.current);
        }}
      >
        <p>Votre profil, vos favoris et vos sessions disparaissent tout de suite.</p>
      </ConfirmDialog>
    </Form>
  );
}
