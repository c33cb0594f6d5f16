import { useSubmit } from "react-router";
import { ConfirmStep } from "#app/ui/areas/confirm-step.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Line } from "./checklist-line.ts";

const PATH = "/admin/ouverture";

/** The question before the shop is opened or closed. */
export type Question = "open" | "close";

const QUESTIONS = {
  open: {
    name: "ouvrir",
    question: "Ouvrir la boutique au public\u00a0?",
    confirmLabel: "Ouvrir la boutique",
    cancelLabel: "Pas encore",
  },
  close: {
    name: "fermer",
    question: "Fermer la boutique au public\u00a0?",
    confirmLabel: "Fermer la boutique",
    cancelLabel: "La laisser ouverte",
  },
} as const;

/** The question that the address asks, without JavaScript; null for none. */
export function questionOf(search: URLSearchParams): Question | null {
  const asked = Object.entries(QUESTIONS).find(([, { name }]) => search.has(name));
  return asked ? (asked[0] as Question) : null;
}

type AskProps = { question: Question; onAsk: (question: Question) => void };

function AskLink({ question, onAsk }: AskProps) {
  const { name, confirmLabel } = QUESTIONS[question];
  return (
    <ButtonLink
      variant={question === "close" ? "secondary" : undefined}
      to={`${PATH}?${name}`}
      onClick={(event) => {
        event.preventDefault();
        onAsk(question);
      }}
    >
      {`${confirmLabel}…`}
    </ButtonLink>
  );
}

type OpeningStateProps = {
  /** The obligatory lines that are missing. */
  missing: readonly Line[];
  isOpen: boolean;
  onAsk: AskProps["onAsk"];
};

/** Whether the shop is open, and the link that asks before this changes. */
export function OpeningState({ missing, isOpen, onAsk }: OpeningStateProps) {
  const count = missing.length;
  return (
    <div className="opening__state">
      {isOpen && (
        <Note tone="ok" title="Ouverte au public">
          Tout le monde peut la voir et y commander.
        </Note>
      )}
      {!isOpen && count === 0 && (
        <Note tone="ok" title="Tout ce qui est obligatoire est là">
          Les lignes conseillées peuvent attendre.
        </Note>
      )}
      {count > 0 && (
        <Note
          tone="warning"
          title={`Il manque ${count} ligne${count > 1 ? "s" : ""} obligatoire${count > 1 ? "s" : ""}`}
        >
          <Titles of={missing.map(({ title }) => title)} />
        </Note>
      )}
      {isOpen || count === 0 ? (
        <AskLink question={isOpen ? "close" : "open"} onAsk={onAsk} />
      ) : (
        <Button type="button" disabled>
          {QUESTIONS.open.confirmLabel}
        </Button>
      )}
    </div>
  );
}

/** The titles of lines of the list. */
export function Titles({ of }: { of: readonly string[] }) {
  return (
    <ul className="opening__missing">
      {of.map((title) => (
        <li key={title}>{title}</li>
      ))}
    </ul>
  );
}

type OpeningQuestionProps = {
  question: Question | null;
  /** The advised lines that are missing. */
  advised: readonly Line[];
  onDone: () => void;
};

/** Asks before the shop is opened or closed, with what this means. */
export function OpeningQuestion({ question, advised, onDone }: OpeningQuestionProps) {
  const submit = useSubmit();
  const { name: _name, ...texts } = QUESTIONS[question ?? "close"];
  return (
    <ConfirmStep
      {...texts}
      destructive={question === "close"}
      answer={question && { intent: question }}
      backHref={PATH}
      onCancel={onDone}
      onConfirm={(answer) => {
        onDone();
        void submit(answer, { method: "post", action: PATH });
      }}
    >
      {question === "close" ? (
        <p>
          Vos clients verront «&nbsp;Nous ouvrons bientôt&nbsp;». Les paiements en cours, les
          commandes passées et les comptes continuent.
        </p>
      ) : (
        <>
          <p>
            Dès maintenant, tout le monde la voit, s’y inscrit et y commande&nbsp;: les commandes,
            les paiements et les factures sont vrais. Vos conditions générales de vente telles
            qu’elles sont deviennent la version que vos clients acceptent.
          </p>
          {advised.length > 0 && (
            <>
              <p>Conseillé, et pas encore fait&nbsp;:</p>
              <Titles of={advised.map(({ title }) => title)} />
            </>
          )}
          <p>Vous pourrez la refermer ici.</p>
        </>
      )}
    </ConfirmStep>
  );
}
