import { data, Form, redirectDocument, useNavigation } from "react-router";
import { EmailField, NameField, NewPasswordField } from "#app/accounts/account-fields.tsx";
import { COMMON_PASSWORD, TOO_MANY_LINKS } from "#app/accounts/account-schema.ts";
import { ConfirmationField, useMismatch } from "#app/accounts/confirmation-field.tsx";
import picture from "#app/accounts/pictures/sign-in.webp";
import { SignInFrame } from "#app/accounts/sign-in-frame.tsx";
import { signUpForm } from "#app/accounts/sign-in-schema.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, readForm, typedValues } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, useFieldErrors } from "#app/ui/field.tsx";
import { Note, Refusal } from "#app/ui/note.tsx";
import type { Route } from "./+types/first-administrator-page.ts";
import {
  createFirstAdministrator,
  isFirstAdministratorLink,
} from "./first-administrator.server.ts";

const TITLE = "Première administratrice";
const TAKEN = "Cette adresse a déjà un compte\u00a0: choisissez-en une autre.";

type Refusal = {
  kind: "refused";
  message: string | null;
  errors: Record<string, string>;
  values: Record<string, string>;
};
type Answer = Refusal | { kind: "dead-link" };

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

// The address holds the link's token: it goes to no other site, and into no cache.
export const headers: Route.HeadersFunction = () => ({
  "cache-control": "private, no-store",
  "referrer-policy": "same-origin",
});

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("lien") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(requestContext).services;
  const isGood = await isFirstAdministratorLink(db, tokenOf(request));
  return data({ isGood }, { status: isGood ? 200 : 410 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, caller } = context.get(requestContext);
  const form = await readForm(request);
  const parsed = parseForm(signUpForm, form);
  const refuse = (status: number, refusal: Partial<Refusal>) =>
    data<Answer>(
      {
        kind: "refused",
        message: null,
        errors: {},
        values: typedValues(signUpForm, form),
        ...refusal,
      },
      { status },
    );
  if (!parsed.ok) return refuse(400, { errors: parsed.errors });
  const { name, email, password } = parsed.value;
  const account = { token: tokenOf(request), name, email, password };
  const outcome = await createFirstAdministrator(services, caller, account);
  switch (outcome.kind) {
    case "created":
      throw redirectDocument("/admin/ouverture", { headers: { "set-cookie": outcome.cookie } });
    case "dead-link":
      return data<Answer>({ kind: "dead-link" }, { status: 410 });
    case "taken":
      return refuse(400, { errors: { email: TAKEN } });
    case "common-password":
      return refuse(400, { errors: { password: COMMON_PASSWORD } });
    case "too-many":
      return refuse(429, { message: TOO_MANY_LINKS });
  }
}

export default function FirstAdministratorPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData;
  return (
    <SignInFrame title={TITLE} picture={picture}>
      {!loaderData.isGood || answer?.kind === "dead-link" ? (
        <>
          <Note tone="error" title="Ce lien ne sert plus" role="alert">
            Il a plus d’une heure, ou la boutique a déjà une administratrice. Si elle n’en a pas,
            redémarrez la boutique&nbsp;: elle affiche alors un nouveau lien.
          </Note>
          <ButtonLink to="/connexion" block>
            Se connecter
          </ButtonLink>
        </>
      ) : (
        <AccountForm answer={answer} />
      )}
    </SignInFrame>
  );
}

function AccountForm({ answer }: { answer: Refusal | undefined }) {
  const isBusy = useNavigation().state === "submitting";
  const { hasMismatch, errors, latest, refuse } = useMismatch(answer);
  const { field, checks } = useFieldErrors(errors, answer?.values);
  return (
    <>
      <p className="auth__lead">
        Ce compte administre la boutique&nbsp;: il la règle, l’ouvre et suit ses commandes.
      </p>
      <Form className="form" method="post" {...checks} onSubmit={refuse}>
        {latest && <ErrorSummary errors={errors} />}
        <Refusal text={latest?.message} />
        <NameField field={field} hint="Affiché dans l’historique des changements de la boutique." />
        <EmailField field={field} autoComplete="email" />
        <NewPasswordField field={field} label="Mot de passe" />
        <ConfirmationField field={field} hasMismatch={hasMismatch} />
        <Button block busy={isBusy}>
          {isBusy ? "Création du compte…" : "Créer mon compte"}
        </Button>
      </Form>
    </>
  );
}
