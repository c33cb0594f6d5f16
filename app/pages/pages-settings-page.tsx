import { ItemPanel } from "#app/settings/item-panel.tsx";
import type { SettingsFields } from "#app/settings/settings-fields.ts";
import { revalidateOwnSaves, SettingsForm, settingsMeta } from "#app/settings/settings-form.tsx";
import { loadSettings, postSettings } from "#app/settings/settings-route.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Field } from "#app/ui/field.tsx";
import type { Route } from "./+types/pages-settings-page.ts";
import { MarkdownField } from "./markdown-field.tsx";
import { LONGEST_ANSWER, LONGEST_PAGE, MOST_QUESTIONS, type Question } from "./pages-schema.ts";
import { pagesSettings } from "./pages-settings.server.ts";

export const meta = settingsMeta;

export const loader = ({ context }: Route.LoaderArgs) => loadSettings(context, pagesSettings);
export const action = ({ request, context }: Route.ActionArgs) =>
  postSettings(request, context, pagesSettings);
export const shouldRevalidate = revalidateOwnSaves;

export default function PagesPage() {
  return (
    <SettingsForm intro="Les textes que vous écrivez : « Qui sommes-nous », les questions et vos clauses.">
      {(fields) => (
        <>
          <MarkdownHelp />
          <PageText
            id="qui"
            title="Qui sommes-nous"
            name="about"
            fields={fields}
            hint="Vide : la page n’a que son titre."
            rows={12}
          />
          <Questions fields={fields} />
          <PageText
            id="clauses-titre"
            title="Clauses particulières"
            name="clauses"
            fields={fields}
            hint="À la fin des conditions générales de vente. Vide : la section n’y est pas. Enregistrer fait une nouvelle version des conditions."
            rows={8}
          />
        </>
      )}
    </SettingsForm>
  );
}

function MarkdownHelp() {
  return (
    <details className="markdown-help">
      <summary>Comment mettre en forme</summary>
      <ul>
        <li>
          <code># Titre</code> et <code>## Sous-titre</code>, seuls sur leur ligne
        </li>
        <li>
          une ligne vide entre deux paragraphes&nbsp;; <code>**gras**</code>,{" "}
          <code>*italique*</code>
        </li>
        <li>
          <code>- </code> ou <code>1. </code> au début de la ligne, pour une liste
        </li>
        <li>
          <code>[texte](https://adresse.fr)</code> ou <code>[texte](/contact)</code>, pour un lien
        </li>
      </ul>
    </details>
  );
}

type PageTextProps = {
  id: string;
  title: string;
  name: "about" | "clauses";
  fields: SettingsFields;
  hint: string;
  rows: number;
};

function PageText({ id, title, name, fields: { field, set }, hint, rows }: PageTextProps) {
  const { label, value, error } = field(name);
  return (
    <Panel id={id} title={title} body="form">
      <MarkdownField
        name={name}
        label={label}
        value={value}
        onChange={(text) => set({ [name]: text })}
        error={error}
        maxLength={LONGEST_PAGE}
        rows={rows}
        hint={hint}
        optional
        scope={name}
      />
    </Panel>
  );
}

function Questions({ fields }: { fields: SettingsFields }) {
  return (
    <ItemPanel
      name="questions"
      title="Questions et réponses"
      noun="question"
      most={MOST_QUESTIONS}
      blank={{ question: "", answer: "" }}
      hint="Une réponse livrée que vous n’avez pas modifiée suit vos réglages de livraison et de retour."
      fields={fields}
      renderTitle={({ question }: Question, index) => (
        <span>
          <b>{`${index + 1}. ${question || "Sans titre"}`}</b>
        </span>
      )}
      renderBody={({ id, question, answer }: Question, index, change) => (
        <>
          <Field
            name={`questions.${index}.question`}
            label="Question"
            maxLength={200}
            required
            value={question}
            onChange={(event) => change({ question: event.target.value })}
            error={fields.errors[`questions.${index}.question`]}
          />
          <MarkdownField
            name={`questions.${index}.answer`}
            label="Réponse"
            value={answer}
            onChange={(text) => change({ answer: text })}
            error={fields.errors[`questions.${index}.answer`]}
            maxLength={LONGEST_ANSWER}
            rows={5}
            scope={id}
          />
        </>
      )}
    />
  );
}
