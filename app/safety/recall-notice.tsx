import { Fragment, type ReactNode } from "react";
import type { RecallNotice } from "./recall-schema.ts";

const PARTS = [
  ["description", "Le produit"],
  ["danger", "Le danger"],
  ["action", "Ce que vous devez faire"],
  ["remedy", "Ce que nous vous proposons"],
  ["contact", "Nous joindre"],
] as const;

type RecallTextsProps = {
  notice: RecallNotice;
  /** Above the texts. */
  before?: ReactNode;
  /** The level of their headings. */
  level?: 2 | 3;
};

/** The texts of a recall notice, with their line breaks. */
export function RecallTexts({ notice, before, level = 2 }: RecallTextsProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="stack">
      {before}
      {PARTS.map(([name, title]) => (
        <div key={name}>
          <Heading className="h4">{title}</Heading>
          <p>
            {notice[name].split("\n").map((line, position) => (
              // oxlint-disable-next-line react/no-array-index-key -- the lines are never reordered
              <Fragment key={position}>
                {position > 0 && <br />}
                {line}
              </Fragment>
            ))}
          </p>
        </div>
      ))}
      <p>Si vous avez donné ce produit à quelqu’un, prévenez cette personne sans attendre.</p>
    </div>
  );
}
