import { data, Form, useNavigation } from "react-router";
import { NewPasswordField } from "#app/accounts/account-fields.tsx";
import { COMMON_PASSWORD, TOO_MANY_LINKS } from "#app/accounts/account-schema.ts";
import { ConfirmationField, useMismatch } from "#app/accounts/confirmation-field.tsx";
import { Outcome } from "#app/accounts/outcome.tsx";
import { choosePassword } from "#app/accounts/password.server.ts";
import picture from "#app/accounts/pictures/sign-in.webp";
import { SignInFrame } from "#app/accounts/sign-in-frame.tsx";
import { newPasswordForm } from "#app/accounts/sign-in-schema.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, readForm } from "#app/platform/form.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, useFieldErrors } from "#app/ui/field.tsx";
import { Note, Refusal } from "#app/ui/note.tsx";
import type { Route } from "./+types/new-password-page.ts";
import { forgetStoredData, readPasswordPage } from "./stored-data.server.ts";

type Refusal = { kind: "refused"; message: string | null; errors: Record<string, string> };
type Answer = { kind: "changed" } | { kind: "dead-link" } | Refusal;

export const meta: Route.MetaFunction = ({ matches }) =>
  noindexMeta("Nouveau mot de passe", matches);

// Shows the account's address: neither the browser nor a CDN may cache it.
export const headers: Route.HeadersFunction = () => ({ "cache-control": "private, no-store" });

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("lien") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, caller } = context.get(requestContext);
  const link = await readPasswordPage(services, caller, tokenOf(request));
  const shown = link && { ...link, email: shownEmail(link.email) };
  return data(shown, { status: link ? 200 : 410 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, caller } = context.get(requestContext);
  const parsed = parseForm(newPasswordForm, await readForm(request));
  if (!parsed.ok) return refuse(400, { message: null, errors: parsed.errors });
  const { password, stored } = parsed.value;
  const forget = stored === "forget" ? forgetStoredData : undefined;
  const link = { token: tokenOf(request), password, forget };
  const outcome = await choosePassword(services, caller, link);
  switch (outcome) {
    case "changed":
      return data<Answer>({ kind: "changed" }, { status: 200 });
    case "dead-link":
      return data<Answer>({ kind: "dead-link" }, { status: 410 });
    case "common-password":
      return refuse(400, { message: null, errors: { password: COMMON_PASSWORD } });
    case "too-many":
      return refuse(429, { message: TOO_MANY_LINKS, errors: {} });
  }
}

function refuse(status: number, refusal: Omit<Refusal, "kind">) {
  return data<Answer>({ kind: "refused", ...refusal }, { status });
}

export default function NewPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData;
  return (
    <SignInFrame title="Nouveau mot de passe" picture={picture}>
      {answer?.kind === "changed" ? (
        <Outcome>
          <Note tone="ok" title="Votre mot de passe a changé">
            Toutes les sessions de votre compte sont fermées&nbsp;: connectez-vous avec le nouveau.
          </Note>
          <ButtonLink to="/connexion" block>
            Se connecter
          </ButtonLink>
        </Outcome>
      ) : loaderData === null || answer?.kind === "dead-link" ? (
        <>
          <Note tone="error" title="Ce lien ne sert plus" role="alert">
            Il a déjà servi, il a plus d’une heure, ou le mot de passe a changé depuis.
          </Note>
          <ButtonLink to="/mot-de-passe-oublie" block>
            Demander un autre lien
          </ButtonLink>
        </>
      ) : (
        <NewPasswordForm {...loaderData} answer={answer} />
      )}
    </SignInFrame>
  );
}

type NewPasswordFormProps = {
  email: string;
  stored: "keep" | "forget" | null;
  answer: Refusal | undefined;
};

function NewPasswordForm({ email, stored, answer }: NewPasswordFormProps) {
  const isBusy = useNavigation().state === "submitting";
  const { hasMismatch, errors, latest, refuse: refuseMismatch } = useMismatch(answer);
  const { field, checks } = useFieldErrors(errors);
  return (
    <>
      <p className="auth__lead">
        Pour le compte <b>{email}</b>. Toutes ses sessions seront fermées.
      </p>
      <Form className="form" method="post" {...checks} onSubmit={refuseMismatch}>
        {latest && <ErrorSummary errors={errors} />}
        <Refusal text={latest?.message} />
        {/* Password managers store the new password under this address. */}
        <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
        <NewPasswordField field={field} label="Mot de passe" />
        <ConfirmationField field={field} hasMismatch={hasMismatch} />
        {stored && <StoredData isKept={stored === "keep"} />}
        <Button block busy={isBusy}>
          {isBusy ? "Enregistrement…" : "Changer le mot de passe"}
        </Button>
      </Form>
    </>
  );
}

/** Asks whether to keep what the account stores (`readPasswordPage`). Unticked, only the hidden field is sent. */
function StoredData({ isKept }: { isKept: boolean }) {
  return (
    <div>
      <input type="hidden" name="stored" value="forget" />
      <label className="check">
        <input
          type="checkbox"
          name="stored"
          value="keep"
          defaultChecked={isKept}
          aria-describedby="stored-hint"
        />
        <span>Garder ce qui est enregistré dans ce compte</span>
      </label>
      <p className="hint" id="stored-hint">
        Cette adresse n’a jamais été confirmée. Ne gardez rien si vous n’avez pas créé ce compte
        vous-même&nbsp;: case vide, carnet d’adresses, téléphone, date de naissance, photo et
        favoris sont effacés, les avis n’ont plus d’auteur, et chaque commande attend que vous
        disiez qu’elle est à vous.
      </p>
    </div>
  );
}
