import { data, Form, useNavigation, useSearchParams } from "react-router";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, readForm, typedValues } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, useFieldErrors } from "#app/ui/field.tsx";
import { Link, TextLink } from "#app/ui/link.tsx";
import { Note, Refusal } from "#app/ui/note.tsx";
import type { Route } from "./+types/forgotten-password-page.ts";
import { EmailField } from "./account-fields.tsx";
import { TOO_MANY_LINKS } from "./account-schema.ts";
import { readSignInAddress } from "./email-change.server.ts";
import { Outcome } from "./outcome.tsx";
import { askForPasswordLink } from "./password.server.ts";
import picture from "./pictures/sign-in.webp";
import { SignInFrame } from "./sign-in-frame.tsx";
import { forgottenPasswordForm } from "./sign-in-schema.ts";

type Answer =
  | { kind: "asked"; isWrittenToFile: boolean }
  | { kind: "too-many"; values: Record<string, string> }
  | { kind: "invalid"; errors: Record<string, string>; values: Record<string, string> };

export const meta: Route.MetaFunction = ({ matches }) =>
  noindexMeta("Mot de passe oublié", matches);

/** The sign-in address of a signed-in viewer, to fill the field in. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, viewer } = context.get(requestContext);
  const account = await viewer();
  const address = account && (await readSignInAddress(services.db, account));
  return { email: address?.email ?? "" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, caller } = context.get(requestContext);
  const form = await readForm(request);
  const parsed = parseForm(forgottenPasswordForm, form);
  if (!parsed.ok) {
    const { errors, values } = parsed;
    return data<Answer>({ kind: "invalid", errors, values }, { status: 400 });
  }
  if ((await askForPasswordLink(services, caller, parsed.value)) === "too-many")
    return data<Answer>(
      { kind: "too-many", values: typedValues(forgottenPasswordForm, form) },
      { status: 429 },
    );
  // The answer does not reveal whether the address has an account.
  const { demo, smtpUrl } = services.config;
  return data<Answer>({ kind: "asked", isWrittenToFile: demo && !smtpUrl });
}

export default function ForgottenPasswordPage({
  loaderData: { email },
  actionData: answer,
}: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <SignInFrame title="Mot de passe oublié" picture={picture}>
      {answer?.kind === "asked" ? (
        <Outcome>
          <Note tone="ok" title="Regardez votre boîte de réception">
            <p>
              Si cette adresse a un compte, un lien vient de lui être envoyé. Il sert une fois,
              pendant une heure.
            </p>
            <p>
              Rien reçu au bout de cinq minutes&nbsp;? Regardez dans les indésirables, puis{" "}
              <TextLink to={`/mot-de-passe-oublie?${search}`} replace reloadDocument>
                demandez un autre lien
              </TextLink>
              .
            </p>
            {answer.isWrittenToFile && (
              <p>
                Boutique de démonstration&nbsp;: l’e-mail est un fichier du dossier
                «&nbsp;mail&nbsp;» de ses données.
              </p>
            )}
          </Note>
        </Outcome>
      ) : (
        <RequestForm answer={answer} email={email} />
      )}
      <p className="auth__alt">
        <Link className="link small" to={`/connexion?${search}`}>
          Retour à la connexion
        </Link>
      </p>
    </SignInFrame>
  );
}

type RequestFormProps = { answer: Exclude<Answer, { kind: "asked" }> | undefined; email: string };

function RequestForm({ answer, email }: RequestFormProps) {
  const isBusy = useNavigation().state === "submitting";
  const errors = answer?.kind === "invalid" ? answer.errors : undefined;
  const { field, checks } = useFieldErrors(errors, answer?.values ?? { email });
  return (
    <>
      <p className="auth__lead">
        Indiquez l’adresse de votre compte&nbsp;: nous vous envoyons un lien pour choisir un nouveau
        mot de passe.
      </p>
      <Form className="form" method="post" {...checks}>
        <ErrorSummary errors={errors} />
        <Refusal text={answer?.kind === "too-many" && TOO_MANY_LINKS} />
        <EmailField field={field} autoComplete="username" />
        <Button block busy={isBusy}>
          {isBusy ? "Envoi…" : "Envoyer le lien"}
        </Button>
      </Form>
    </>
  );
}
