import { data, Form, useNavigation } from "react-router";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, readForm } from "#app/platform/form.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, useFieldErrors } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Note, Refusal } from "#app/ui/note.tsx";
import type { Route } from "./+types/confirm-address-page.ts";
import { CurrentPasswordField } from "./account-fields.tsx";
import { NO_PASSWORD, TOO_MANY_CHECKS, WRONG_PASSWORD } from "./account-schema.ts";
import { confirmEmailChange, type Confirmation } from "./change-address.server.ts";
import { readEmailChange } from "./email-change.server.ts";
import { Outcome } from "./outcome.tsx";
import picture from "./pictures/sign-in.webp";
import { SignInFrame } from "./sign-in-frame.tsx";
import { confirmAddressForm } from "./sign-in-schema.ts";

const TITLE = "Votre adresse";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

// Shows an address: neither the browser nor a CDN may cache it.
export const headers: Route.HeadersFunction = () => ({ "cache-control": "private, no-store" });

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("lien") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(requestContext).services;
  const change = await readEmailChange(db, tokenOf(request));
  return data({ change }, { status: change === null ? 410 : 200 });
}

type Answer =
  | Extract<Confirmation, { kind: "confirmed" }>
  | { kind: "dead" }
  | { kind: "refused"; message: string | null; errors: Record<string, string> };

/** Requires the password: neither a stolen session nor a mail scanner that follows links changes the address. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services } = context.get(requestContext);
  const parsed = parseForm(confirmAddressForm, await readForm(request));
  if (!parsed.ok) return refuse(400, { message: null, errors: parsed.errors });
  const { password } = parsed.value;
  const outcome = await confirmEmailChange(services, { token: tokenOf(request), password });
  switch (outcome.kind) {
    case "confirmed":
      return data<Answer>({ ...outcome, email: shownEmail(outcome.email) }, { status: 200 });
    case "dead":
      return data<Answer>(outcome, { status: 410 });
    case "wrong-password":
      return refuse(400, { message: null, errors: { password: WRONG_PASSWORD } });
    case "no-password":
      return refuse(409, { message: NO_PASSWORD, errors: {} });
    case "too-many":
      return refuse(429, { message: TOO_MANY_CHECKS, errors: {} });
  }
}

function refuse(status: number, refusal: Omit<Extract<Answer, { kind: "refused" }>, "kind">) {
  return data<Answer>({ kind: "refused", ...refusal }, { status });
}

export default function ConfirmAddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData;
  return (
    <SignInFrame title={TITLE} picture={picture}>
      {answer?.kind === "confirmed" ? (
        <Outcome>
          <Note tone="ok" title="Votre adresse est confirmée">
            {answer.isPresent ? null : (
              <p>{`Vous vous connectez maintenant avec ${answer.email}.`}</p>
            )}
            {answer.hasOrders && (
              <p>Vos commandes passées avec elle sont dans «&nbsp;Mes commandes&nbsp;».</p>
            )}
          </Note>
          <ButtonLink to={answer.hasOrders ? "/admin/my-orders" : "/admin/account"} block>
            {answer.hasOrders ? "Voir mes commandes" : "Voir mon compte"}
          </ButtonLink>
        </Outcome>
      ) : loaderData.change === null || answer?.kind === "dead" ? (
        <>
          <Note tone="error" title="Ce lien ne sert plus" role="alert">
            Il a déjà servi, un autre l’a remplacé, il a plus d’un jour, ou le mot de passe a changé
            depuis.
          </Note>
          <ButtonLink to="/admin/parametre-compte" block>
            Demander un autre lien
          </ButtonLink>
        </>
      ) : (
        <ConfirmationForm {...loaderData.change} answer={answer} />
      )}
    </SignInFrame>
  );
}

type ConfirmationFormProps = {
  email: string;
  /** The link's address is the account's address already. */
  isPresent: boolean;
  answer: Extract<Answer, { kind: "refused" }> | undefined;
};

function ConfirmationForm({ email, isPresent, answer }: ConfirmationFormProps) {
  const isBusy = useNavigation().formMethod === "POST";
  const { field, checks } = useFieldErrors(answer?.errors);
  return (
    <>
      <p className="auth__lead">
        {isPresent ? (
          <>
            Confirmer que <b>{email}</b> est bien votre adresse&nbsp;?
          </>
        ) : (
          <>
            Se connecter désormais avec <b>{email}</b>&nbsp;?
          </>
        )}
      </p>
      <Form className="form" method="post" {...checks}>
        <ErrorSummary errors={answer?.errors} />
        <Refusal text={answer?.message} />
        <CurrentPasswordField field={field} hint="Celui de votre compte, qui reste le même" />
        <Button block busy={isBusy}>
          {isBusy ? "Confirmation…" : "Confirmer cette adresse"}
        </Button>
      </Form>
      <p className="auth__alt">
        <Link className="link small" to="/mot-de-passe-oublie">
          Mot de passe oublié
        </Link>
      </p>
    </>
  );
}
