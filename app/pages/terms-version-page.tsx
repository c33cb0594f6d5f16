import { Fragment } from "react";
import { noindexMeta } from "#app/platform/page-meta.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { readTerms } from "#app/settings/terms-versions.server.ts";
import type { Route } from "./+types/terms-version-page.ts";
import { LegalDate, LegalPage, type LegalSection } from "./legal-page.tsx";
import { termsSections } from "./terms-content.tsx";

const TITLE = "Conditions générales de vente";
const HASH = /^[0-9a-f]{64}$/;

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

/** @throws Response 404 for a version that never was */
export async function loader({ params: { hash }, context }: Route.LoaderArgs) {
  const { sql, settings } = context.get(requestContext).services;
  const terms = HASH.test(hash) ? await readTerms(sql, hash) : null;
  if (!terms) throw new Response("Document not found", { status: 404 });
  const current = termsSections(settings.current().shop, {
    clauses: "",
    period: "",
    notice: "",
    guarantee: "",
    delivery: [],
    toOverseas: false,
    unpaidDays: 1,
    cash: "",
  });
  return {
    ...terms,
    anchors: Object.fromEntries(current.map(({ id, title }) => [withoutDays(title), id])),
  };
}

/** A version of the terms, as an order accepted it. */
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

/** A title without the days of returns, which may be others in each version. */
const withoutDays = (title: string) => title.replace(/\d+/, "");

/**
 * The stored text's sections (pages/terms-text.server.tsx). `anchors`: the ids of the current terms by their titles
 * (`withoutDays`), which mails link to.
 */
function sectionsOf(text: string, anchors: Record<string, string>): LegalSection[] {
  return text
    .split(/^# \d+\. /m)
    .slice(1)
    .map((section, index) => {
      const [title = "", ...blocks] = section.trim().split(/\n{2,}/);
      return {
        id: anchors[withoutDays(title)] ?? `article-${index + 1}`,
        title,
        body: blocks.map((block) => (
          <p className="legal__kept" key={block}>
            {block}
          </p>
        )),
      };
    });
}
