import type { Terms } from "#app/settings/terms-versions.server.ts";
import { TextLink } from "#app/ui/link.tsx";
import { LastChange, LegalDate } from "./legal-page.tsx";

/** The dates of the terms: none before the first opening, with one version the specified line, else the current and the former ones. */
export function TermsHistory({ terms }: { terms: Terms | null }) {
  if (!terms) return <p>Ces conditions prennent effet à l’ouverture de la boutique.</p>;
  const { inForce, firstOn } = terms;
  const [, ...former] = terms.versions;
  if (former.length === 0) return <LastChange day={inForce.effectiveOn} />;
  return (
    <>
      <p>
        Version en vigueur&nbsp;: <LegalDate day={inForce.effectiveOn} />
      </p>
      <p>
        Première version&nbsp;: <LegalDate day={firstOn} />
      </p>
      <details className="legal__versions">
        <summary>Versions antérieures</summary>
        <ul>
          {former.map(({ hash, effectiveOn }) => (
            <li key={hash}>
              <TextLink to={`/condition-generale-de-vente/${hash}`}>
                Version du <LegalDate day={effectiveOn} />
              </TextLink>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
