import { storedPictures } from "#app/media/pictures.server.ts";
import { parseMarkdown } from "#app/platform/markdown.server.ts";
import { picturesOf } from "./groups.ts";
import type { SettingsCheck } from "./save-settings.server.ts";

/** Refuses links and pictures that texts must not contain. */
export const checkPages: SettingsCheck<"pages"> = async (tx, pages) => {
  const pictures = await storedPictures(
    tx,
    picturesOf("pages", pages).map(({ path }) => path),
  );
  const texts: [field: string, text: string][] = [
    ["about", pages.about],
    ...pages.questions.map(({ answer }, index): [string, string] => [
      `questions.${index}.answer`,
      answer,
    ]),
    ["clauses", pages.clauses],
  ];
  return Object.fromEntries(
    texts.flatMap(([field, text]) => {
      const [fault] = parseMarkdown(text, pictures).faults;
      return fault === undefined ? [] : [[field, fault]];
    }),
  );
};
