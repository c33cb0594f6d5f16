import { data, Form, redirect, useNavigation } from "react-router";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, useFieldErrors } from "#app/ui/field.tsx";
import { Note, Refusal } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/recent-password-page.ts";
import { requireAdmin } from "./access.ts";
import { CurrentPasswordField } from "./account-fields.tsx";
import {
  MISSING_PASSWORD,
  NO_PASSWORD,
  TOO_MANY_CHECKS,
  WRONG_PASSWORD,
} from "./account-schema.ts";
import { confirmPassword, type PasswordConfirmation } from "./password.server.ts";
import { targetOf, type Target } from "./sensitive-routes.ts";

const TITLE = "Confirmez votre mot de passe";

const DASHBOARD: Target = { kind: "form", name: "Tableau de bord", to: "/admin/tableau-de-bord" };

const WAITING = { export: "Fichier demandé", health: "Page demandée", form: "Page demandée" };

/** `kept`: the fields of the form that is submitted after the password; empty if scripts keep the form, and for a GET. */
export type PasswordAnswer = {
  kind: "asked" | "refused" | "confirmed";
  errors: { ownPassword?: string };
  message: string | null;
  kept: [name: string, value: string][];
};

const REFUSALS: Record<
  Exclude<PasswordConfirmation, "confirmed" | "signed-out">,
  Partial<PasswordAnswer> & { status: number }
> = {
  "wrong-password": { status: 400, errors: { ownPassword: WRONG_PASSWORD } },
  "no-password": { status: 409, message: NO_PASSWORD },
  "too-many": { status: 429, message: TOO_MANY_CHECKS },
};

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  const { hasRecentPassword } = await requireAdmin(context);
  const target = targetOf(new URL(request.url).searchParams) ?? DASHBOARD;
  return { target, isConfirmed: hasRecentPassword };
}

/** POST: a form whose password was not recent (307), or the typed password with that form's fields. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const form = await readForm(request);
  const kept = [...form].flatMap(([name, value]): PasswordAnswer["kept"] =>
    name !== "ownPassword" && typeof value === "string" ? [[name, value]] : [],
  );
  const answer = (
    kind: PasswordAnswer["kind"],
    { status, ...rest }: Partial<PasswordAnswer> & { status: number },
  ) => data<PasswordAnswer>({ kind, errors: {}, message: null, kept, ...rest }, { status });
  const typed = form.get("ownPassword");
  if (typed === null) return answer("asked", { status: 403 });
  // Passwords are trimmed, here as at sign-up (specification §5).
  const password = String(typed).trim();
  if (password === "")
    return answer("refused", { status: 400, errors: { ownPassword: MISSING_PASSWORD } });
  const outcome = await confirmPassword(context.get(requestContext).services, admin, password);
  if (outcome === "signed-out") throw redirect("/");
  if (outcome !== "confirmed") return answer("refused", REFUSALS[outcome]);
  const target = targetOf(new URL(request.url).searchParams);
  // No redirect to a download: it would leave this page open, so the page shows a link. The dialog (live/connection.ts) has no target.
  if (target && target.kind !== "export" && kept.length === 0) throw redirect(target.to);
  return answer("confirmed", { status: 200 });
}

export default function RecentPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { target } = loaderData;
  const kept = actionData?.kept ?? [];
  const isConfirmed = actionData ? actionData.kind === "confirmed" : loaderData.isConfirmed;
  return (
    <>
      <BackLink to={target.from ?? (target.kind === "form" ? target.to : DASHBOARD.to)}>
        Revenir sans continuer
      </BackLink>
      <PageHead title={TITLE}>
        <b>{`${kept.length > 0 ? "Formulaire en attente" : WAITING[target.kind]}\u00a0: ${target.name}.`}</b>{" "}
        L’argent, les réglages, les exports et les données de santé demandent un mot de passe saisi
        il y a moins de deux heures.
      </PageHead>
      {kept.length > 0 && (
        <Note>Ce que vous avez saisi est gardé&nbsp;: rien n’est encore enregistré.</Note>
      )}
      {isConfirmed ? (
        <Note tone="ok" title="Mot de passe confirmé" focusOn={actionData}>
          {kept.length > 0 ? (
            <Form method="post" action={target.to}>
              <Kept fields={kept} />
              <Button size="s">Continuer</Button>
            </Form>
          ) : target.kind === "export" ? (
            <ButtonLink to={target.to} reloadDocument size="s">
              Télécharger le fichier
            </ButtonLink>
          ) : (
            <ButtonLink to={target.to} size="s">
              Continuer
            </ButtonLink>
          )}
        </Note>
      ) : (
        <PasswordForm answer={actionData} kept={kept} />
      )}
    </>
  );
}

function PasswordForm({
  answer,
  kept,
}: {
  answer: PasswordAnswer | undefined;
  kept: PasswordAnswer["kept"];
}) {
  const isBusy = useNavigation().state === "submitting";
  const { field, checks } = useFieldErrors(answer?.errors);
  return (
    <Form className="panel" method="post" {...checks}>
      <div className="panel__body form">
        <ErrorSummary errors={answer?.errors} />
        <Refusal text={answer?.message} />
        <Kept fields={kept} />
        <CurrentPasswordField field={field} name="ownPassword" />
      </div>
      <div className="panel__foot">
        <Button busy={isBusy}>{isBusy ? "Vérification…" : "Confirmer"}</Button>
      </div>
    </Form>
  );
}

/** The fields of a form that waits. */
function Kept({ fields }: { fields: PasswordAnswer["kept"] }) {
  return fields.map(([name, value], index) => (
    // oxlint-disable-next-line react/no-array-index-key -- names repeat, and the order stays
    <input key={index} type="hidden" name={name} value={value} />
  ));
}
