import { Form, useNavigation, useRouteLoaderData } from "react-router";
import { LONGEST_EMAIL, MISSING_EMAIL, UNLIKELY_EMAIL } from "#app/accounts/account-schema.ts";
import type { RootData } from "#app/root-data.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, useFieldErrors } from "#app/ui/field.tsx";
import { Refusal } from "#app/ui/note.tsx";

/** The response to a refused form. `message`: a refusal that concerns no field. */
export type WaiterAnswer = {
  values: Record<string, string>;
  errors: Record<string, string>;
  message: string | null;
};

/** Repeats the form of a sold-out product's page (catalogue/buy-box.tsx) after a refusal. */
export function WaiterForm({ answer }: { answer: WaiterAnswer | undefined }) {
  const viewer = useRouteLoaderData<RootData>("root")?.viewer;
  const isSending = useNavigation().formMethod === "POST";
  const { field, checks } = useFieldErrors(answer?.errors, {
    email: viewer?.email ?? "",
    ...answer?.values,
  });
  return (
    <Form className="form" method="post" {...checks}>
      <Refusal text={answer?.message} />
      <Field
        label="Votre e-mail"
        {...field("email")}
        type="email"
        required
        maxLength={LONGEST_EMAIL}
        autoComplete="email"
        spellCheck={false}
        missing={MISSING_EMAIL}
        mismatch={UNLIKELY_EMAIL}
        hint="Un seul e-mail, quand ce produit revient."
      />
      <Button variant="secondary" block busy={isSending}>
        {isSending ? "Envoi en cours…" : "Me prévenir du retour"}
      </Button>
    </Form>
  );
}
