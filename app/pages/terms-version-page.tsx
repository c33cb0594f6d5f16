import { Fragment } from "react";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { parseTerms, type TermsRun } from "#app/settings/terms-markup.ts";
import { readTerms } from "#app/settings/terms-versions.server.ts";
import type { Route } from "./+types/terms-version-page.ts";
import { LegalDate, LegalPage, type LegalSection } from "./legal-page.tsx";
import { termsSections } from "./terms-content.tsx";
import { termsParts } from "./terms-parts.server.tsx";

const TITLE = "Conditions générales de vente";
const HASH = /^[0-9a-f]{64}$/;

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

/** @throws Response 404 for an unknown hash */
export async function loader({ params: { hash }, context }: Route.LoaderArgs) {
  const { sql, settings } = context.get(requestContext).services;
  const terms = HASH.test(hash) ? await readTerms(sql, hash) : null;
  if (!terms) throw new Response("Document not found", { status: 404 });
  const current = settings.current();
  const sections = termsSections(current.shop, { ...termsParts(current), clauses: "" });
  return {
    ...terms,
    anchors: Object.fromEntries(sections.map(({ id, title }) => [withoutDays(title), id])),
  };
}

/** A version of the terms that orders have accepted. */
export default function TermsVersionPage({ loaderData }: Route.ComponentProps) {
  const { effectiveOn, text, anchors } = loaderData;
  return (
    <LegalPage
      title={TITLE}
      updatedOn={
        <p>
          Version du{" "}
          {effectiveOn.toReversed().map((day, index) => (
            <Fragment key={day}>
              <span>{index > 0 && ", reprise le "}</span>
              <LegalDate day={day} />
            </Fragment>
          ))}
        </p>
      }
      sections={sectionsOf(text, anchors)}
    />
  );
}

/** A section's title without digits: the days of returns may differ between versions. */
const withoutDays = (title: string) => title.replace(/\d+/, "");

/* oxlint-disable react/no-array-index-key -- nothing moves in a stored text, which may say the same twice */

/**
 * The sections of a stored text. `anchors`: the section ids of the current terms, which mails link to, by title (`withoutDays`).
 */
function sectionsOf(text: string, anchors: Record<string, string>): LegalSection[] {
  return parseTerms(text).map(({ title: numbered, blocks }, index) => {
    const title = numbered.replace(/^\d+\. /, "");
    return {
      id: anchors[withoutDays(title)] ?? `article-${index + 1}`,
      title,
      body: blocks.map(({ isFramed, paragraphs }, block) => {
        const kept = paragraphs.map((runs, index) => <Kept key={index} runs={runs} />);
        return isFramed ? (
          <div className="legal__box" key={block}>
            {kept}
          </div>
        ) : (
          kept
        );
      }),
    };
  });
}

function Kept({ runs }: { runs: TermsRun[] }) {
  return (
    <p className="legal__kept">
      {runs.map(({ text, href }, index) =>
        href ? (
          <a className="link" href={href} key={index}>
            {text}
          </a>
        ) : (
          <span key={index}>{text}</span>
        ),
      )}
    </p>
  );
}
