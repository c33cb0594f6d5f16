import type { ReactNode } from "react";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";

/** A numbered section of a legal text; `id` is its anchor. */
export type LegalSection = { id: string; title: string; body: ReactNode };

type LegalPageProps = {
  title: string;
  /** Below the title: the day of the last change. */
  updatedOn?: ReactNode;
  sections: readonly LegalSection[];
};

/** A day, « 2024-02-19 », as « 19/02/2024 ». */
export function LegalDate({ day }: { day: string }) {
  return <time dateTime={day}>{day.split("-").toReversed().join("/")}</time>;
}

/** The day of a text's last change (specification §2). */
export function LastChange({ day }: { day: string }) {
  return (
    <p>
      Dernière mise à jour&nbsp;: <LegalDate day={day} />
    </p>
  );
}

/** The layout of all legal texts: title, date of the last change, table of contents, numbered sections. */
export function LegalPage({ title, updatedOn, sections }: LegalPageProps) {
  return (
    <div className="wrap page-end">
      <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: title }]} />
      <div className="pagehead">
        <h1 className="h2">{title}</h1>
        {updatedOn}
      </div>
      <div className="legal">
        <nav className="legal__toc" aria-labelledby="sommaire">
          <h2 className="label" id="sommaire">
            Sommaire
          </h2>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal__text">
          {sections.map((section, index) => (
            <section key={section.id} aria-labelledby={section.id}>
              <h2 className="h4" id={section.id}>
                {index + 1}. {section.title}
              </h2>
              {section.body}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
