import { storedPictures } from "#app/media/pictures.server.ts";
import { parseMarkdown } from "#app/platform/markdown.server.ts";
import type { StoredPicture } from "#app/ui/picture.tsx";
import { picturesOf, type Settings } from "./groups.ts";
import type { SettingsCheck } from "./save-settings.server.ts";

/** Refuses links and pictures that texts must not contain. */
export const checkPages: SettingsCheck<"pages"> = async (tx, pages) =>
  pageFaults(
    pages,
    await storedPictures(
      tx,
      picturesOf("pages", pages).map(({ path }) => path),
    ),
  );

/**
 * The first fault of each text, by field (« questions.0.answer »). `pictures`: the stored ones by path; one of the shop that is
 * missing is no fault.
 */
export function pageFaults(
  pages: Settings["pages"],
  pictures: ReadonlyMap<string, StoredPicture> = new Map(),
): Record<string, string> {
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
}
