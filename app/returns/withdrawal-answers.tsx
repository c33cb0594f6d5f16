import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { useShop } from "#app/root-shop.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { SENTENCE, type factsOf } from "./statement.ts";

export type Facts = ReturnType<typeof factsOf>;

type ConfirmStatementProps = {
  answer: {
    values: Record<string, string>;
    facts: Facts;
    /** Too many statements were made from this connection. */
    isRefused: boolean;
  };
};

/** The whole statement and the second step that the law asks for (Code de la consommation, D221-5). */
export function ConfirmStatement({ answer }: ConfirmStatementProps) {
  const { values, facts, isRefused } = answer;
  const shop = useShop();
  // Not busy while the page reloads its data after the first step: a press of the second button would be lost.
  const isBusy = useNavigation().state === "submitting";
  return (
    <>
      {isRefused && (
        <Note tone="error" role="alert" focusOn={answer}>
          {`Trop de rétractations viennent de votre connexion\u00a0: réessayez dans une heure, ou écrivez-nous${
            shop?.email ? ` à ${shop.email}\u00a0: votre message vaut rétractation` : ""
          }.`}
        </Note>
      )}
      <StatementPanel facts={facts}>
        <Form className="panel__foot" method="post">
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button name="intent" value="edit" variant="secondary" busy={isBusy}>
            Modifier
          </Button>
          <Button name="intent" value="confirm" busy={isBusy}>
            Confirmer la rétractation
          </Button>
        </Form>
      </StatementPanel>
    </>
  );
}

type RegisteredProps = {
  answer: {
    facts: Facts;
    /** « 25 novembre 2026 à 14:12 ». */
    at: string;
    email: string;
    /** Whether the receipt surely has the whole statement, and when it leaves (record-withdrawal.server.ts). */
    isWhole: boolean;
    leaves: "now" | "later";
    /** The sentence on the refund (WITHDRAWAL_REFUND), sent by the server to keep the page's script small. */
    refund: string;
  };
};

export function Registered({ answer }: RegisteredProps) {
  const { facts, at, email, isWhole, leaves, refund } = answer;
  const shop = useShop();
  return (
    <>
      <Note tone="ok" title={`Votre rétractation est enregistrée le ${at}.`} focusOn={answer}>
        <p>
          {leaves === "later"
            ? `D’autres e-mails attendent déjà pour ${email}\u00a0: l’accusé de réception partira après eux. En attendant, imprimez cette page\u00a0: elle fait preuve.`
            : `Un accusé de réception part à ${email}, avec ${isWhole ? "" : "un lien vers "}toute votre déclaration.`}
        </p>
      </Note>
      <StatementPanel facts={facts}>
        <div className="panel__foot">
          <p>{`Si vous avez déjà reçu les articles, renvoyez-les dans les 14 jours${shop ? ` à\u00a0: ${[shop.legalName, shop.address].filter(Boolean).join(", ")}` : ""}. Si votre rétractation est dans les délais, nous vous remboursons ${refund}, au plus tard 14 jours après elle\u00a0; nous pouvons attendre d’avoir reçu les articles, ou la preuve de leur envoi.`}</p>
          {shop?.email && (
            <p>
              Une question ?{" "}
              <a className="link" href={`mailto:${shop.email}`}>
                {shop.email}
              </a>
            </p>
          )}
        </div>
      </StatementPanel>
    </>
  );
}

/** Says whether a statement was taken back. */
export function TakenBack({ answer }: { answer: { kind: "taken-back" | "not-now" } }) {
  const isDone = answer.kind === "taken-back";
  return (
    <Note tone={isDone ? "ok" : "warning"} role="status" focusOn={answer}>
      {isDone
        ? "Votre déclaration est retirée\u00a0: vous gardez ces articles. Un e-mail vous le confirme."
        : "Cette déclaration ne peut pas être retirée\u00a0: elle est remboursée ou close, ses articles sont revenus, ou le colis en retard n’est pas arrivé."}
    </Note>
  );
}

/** A statement by name and value, with what follows it. */
export function StatementPanel({ facts, children }: { facts: Facts; children: ReactNode }) {
  return (
    <section className="panel" aria-labelledby="declaration">
      <div className="panel__body stack">
        <h2 className="h4" id="declaration" tabIndex={-1}>
          Votre déclaration
        </h2>
        <p>{SENTENCE}</p>
        <dl className="legal__facts">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="legal__kept">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {children}
    </section>
  );
}
