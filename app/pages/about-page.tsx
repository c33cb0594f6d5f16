import { pageMeta, siteOf } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { classes } from "#app/ui/classes.ts";
import { lowerFirst } from "#app/ui/lower-first.ts";
import { Markdown } from "#app/ui/markdown.tsx";
import type { Route } from "./+types/about-page.ts";
import { pageTexts } from "./page-texts.server.ts";

export const loader = ({ context }: Route.LoaderArgs) =>
  pageTexts(context.get(requestContext).services.settings.current()).about;

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches);
  const baseline = lowerFirst(site.shop?.baseline ?? "");
  return pageMeta({
    title: "Qui Sommes Nous",
    description: `${site.name}, maison de beauté${baseline && ` : ${baseline}`}`,
    path: "/apropos-de-nous",
    ...site,
  });
};

/** The heading « Qui Sommes Nous » (specification §2) and the text of the settings. */
export default function AboutPage({ loaderData: nodes }: Route.ComponentProps) {
  return (
    <>
      <div className="wrap">
        <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: "Qui Sommes Nous" }]} />
      </div>
      <div className={classes("band about", nodes.length > 0 && "about--told")}>
        <h1>Qui Sommes Nous</h1>
      </div>
      {nodes.length > 0 && (
        <div className="wrap section">
          <div className="legal__text prose">
            <section aria-label="Qui Sommes Nous">
              <Markdown nodes={nodes} level={2} />
            </section>
          </div>
        </div>
      )}
    </>
  );
}
