import { Form, useNavigation, useRouteLoaderData } from "react-router";
import type { RootData } from "#app/root.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, useFieldErrors } from "#app/ui/field.tsx";
import { Note } from "#app/ui/note.tsx";
import { waiterPath } from "./product-schema.ts";

/** The response to a refused form. `message`: a refusal that concerns no field. */
export type WaiterAnswer = {
  values: Record<string, string>;
  errors: Record<string, string>;
  message: string | null;
};

/** « Me prévenir du retour », on a sold-out product's page. Works without JavaScript; stock/waiter-page.tsx responds. */
export function WaiterForm({ productId, answer }: { productId: string; answer?: WaiterAnswer }) {
  const viewer = useRouteLoaderData<RootData>("root")?.viewer;
  const action = waiterPath(productId);
  const isSending = useNavigation().formAction === action;
  const { field, onBlur, onInput } = useFieldErrors(answer?.errors, {
    email: viewer?.email ?? "",
    ...answer?.values,
  });
  return (
    <Form
      className="form waiter"
      method="post"
      action={action}
      noValidate
      onBlur={onBlur}
      onInput={onInput}
    >
      {answer?.message && (
        <Note tone="error" role="alert">
          {answer.message}
        </Note>
      )}
      <Field
        label="Me prévenir du retour"
        {...field("email")}
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        spellCheck={false}
        missing="Indiquez votre e-mail."
        mismatch="Cet e-mail ne semble pas complet\u00a0: nom@exemple.fr, par exemple."
        hint="Un seul e-mail, quand ce produit revient."
      />
      <Button variant="secondary" block busy={isSending}>
        {isSending ? "Envoi en cours…" : "Me prévenir"}
      </Button>
    </Form>
  );
}
