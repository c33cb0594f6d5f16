import { pageMeta, siteOf } from "#app/platform/page-meta.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import type { Route } from "./+types/about-page.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: "Qui Sommes Nous",
    description: "Éclat, maison de beauté : soins, maquillage et parfums, composés avec retenue.",
    path: "/apropos-de-nous",
    baseUrl: siteOf(matches).baseUrl,
  });

/** The page « Qui Sommes Nous », which has only a heading (specification §2). */
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
