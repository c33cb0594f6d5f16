import { parseMarkdown } from "#app/platform/markdown.server.ts";
import type { CurrentSettings } from "#app/settings/settings.server.ts";
import type { MarkdownNode } from "#app/ui/markdown.tsx";
import { answerInForce } from "./initial-answers.ts";

export type PageTexts = {
  about: MarkdownNode[];
  questions: { id: string; question: string; answer: MarkdownNode[] }[];
  clauses: MarkdownNode[];
};

/** Cache by settings object. Each change of the settings makes a new object, so the texts are parsed once a change. */
const parsed = new WeakMap<CurrentSettings, PageTexts>();

/** The parsed texts of the static pages. */
export function pageTexts(settings: CurrentSettings): PageTexts {
  const known = parsed.get(settings);
  if (known) return known;
  const { pages } = settings.groups;
  const nodesOf = (text: string) => parseMarkdown(text, settings.pictures).nodes;
  const texts = {
    about: nodesOf(pages.about),
    questions: pages.questions.map(({ id, question, answer }) => ({
      id,
      question,
      answer: nodesOf(answerInForce(answer, settings.groups)),
    })),
    clauses: nodesOf(pages.clauses),
  };
  parsed.set(settings, texts);
  return texts;
}
