import { data } from "react-router";
import { htmlToMarkdown, htmlToPlainText } from "#app/platform/html-text.server.ts";
import type { Services } from "#app/request-context.ts";
import type { Question } from "./doubts.server.ts";
import type { ProductDraft } from "./draft-fields.ts";
import type { Refusal } from "./form-state.tsx";
import { readDraft } from "./product-draft.ts";

/** The answer to the question about a cosmetic with doubts; null: the form had no such field. */
const reasonIn = (form: FormData): string | null => {
  const reason = form.get("reason");
  return typeof reason === "string" ? reason : null;
};

/** The question that a form's product must answer; undefined in the demo, which asks nothing. */
export function questionOf(
  { config, settings }: Pick<Services, "config" | "settings">,
  form: FormData,
): Question | undefined {
  if (config.demo) return undefined;
  const hasResponsible = settings.current().shop.responsiblePerson !== "";
  return { hasResponsible, reason: reasonIn(form) };
}

type Outcome<Kind extends Refusal["kind"] = Refusal["kind"]> = Kind extends unknown
  ? Omit<Extract<Refusal, { kind: Kind }>, "draft" | "posted"> & { draft?: ProductDraft }
  : never;

/** The response to a form that was not saved. It contains the submitted input, which would be lost without JavaScript. */
export function refusal(form: FormData, outcome: Outcome, status: number) {
  const posted = {
    version: Number(form.get("version")) || 0,
    base: String(form.get("base") ?? ""),
    reason: reasonIn(form) ?? "",
  };
  return data({ draft: readDraft(form), posted, ...outcome } as Refusal, status);
}

/**
 * The response to a form whose description or composition is HTML, with what becomes of it: it is saved once the administrator has
 * read that. Null: there is none.
 */
export function convertedTexts(form: FormData) {
  const draft = readDraft(form);
  const description = htmlToMarkdown(draft.description);
  const composition = htmlToPlainText(draft.composition);
  if (description === draft.description && composition === draft.composition) return null;
  return refusal(form, { kind: "converted", draft: { ...draft, description, composition } }, 422);
}
