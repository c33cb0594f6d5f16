import { pageMeta, siteOf } from "#app/platform/page-meta.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { lowerFirst } from "#app/ui/lower-first.ts";
import type { Route } from "./+types/about-page.ts";

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

/** Contains only a heading (specification §2). */
export default function AboutPage() {
  return (
    <>
      <div className="wrap">
        <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: "Qui Sommes Nous" }]} />
      </div>
      <div className="band about">
        <h1>Qui Sommes Nous</h1>
      </div>
    </>
  );
}
