import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Stated } from "./statement.ts";

/** The customer's statements about an order, each with the form to take it back. A `details` element: it works without scripts. */
export function StatedNote({ stated }: { stated: readonly Stated[] }) {
  const isBusy = useNavigation().formMethod === "POST";
  if (stated.length === 0) return null;
  return (
    <Note title="Déjà enregistré">
      {stated.map(({ id, at, articles, mayTakeBack }) => (
        <div key={id}>
          <p>{`Le ${at}\u00a0: ${articles.replaceAll("\n", ", ") || "toute la commande"}`}</p>
          {mayTakeBack && (
            <details>
              <summary className="link small">Retirer ma déclaration</summary>
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <p>Vous gardez ces articles&nbsp;: ils ne sont pas remboursés.</p>
                <Button name="intent" value="take-back" variant="danger" size="s" busy={isBusy}>
                  Je garde ces articles
                </Button>
              </Form>
            </details>
          )}
        </div>
      ))}
    </Note>
  );
}
