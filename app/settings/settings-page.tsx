import { requireAdmin } from "#app/accounts/access.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/settings-page.ts";

const TITLE = "Réglages";

/** The screens of the settings, as they are listed. */
const SCREENS: { to: string; icon: IconName; title: string; text: string }[] = [
  {
    to: "/admin/reglages/identite",
    icon: "star",
    title: "Identité",
    text: "Le nom, la signature et la description",
  },
  {
    to: "/admin/reglages/apparence",
    icon: "eye",
    title: "Apparence",
    text: "Le logo, la couleur d’accent et la palette",
  },
  {
    to: "/admin/reglages/accueil",
    icon: "image",
    title: "Accueil",
    text: "Les diapositives et le texte de la maison",
  },
  {
    to: "/admin/reglages/pages",
    icon: "pencil",
    title: "Pages",
    text: "Qui sommes-nous, les questions, vos clauses",
  },
  {
    to: "/admin/reglages/contact",
    icon: "phone",
    title: "Contact",
    text: "Téléphone, e-mail et réseaux sociaux",
  },
  {
    to: "/admin/reglages/mentions-legales",
    icon: "file-text",
    title: "Mentions légales",
    text: "Le vendeur, l’hébergeur, le médiateur",
  },
  {
    to: "/admin/reglages/vente",
    icon: "truck",
    title: "Vente",
    text: "Les pays de livraison, la TVA à l’étranger",
  },
  {
    to: "/admin/reglages/livraison",
    icon: "package",
    title: "Livraison",
    text: "Les formules, leurs frais et leurs délais",
  },
  {
    to: "/admin/reglages/reductions",
    icon: "receipt-text",
    title: "Réductions",
    text: "Les codes et les réductions automatiques",
  },
  {
    to: "/admin/reglages/comptes",
    icon: "table-2",
    title: "Comptes",
    text: "Les numéros de compte des écritures (FEC)",
  },
  {
    to: "/admin/reglages/courriels",
    icon: "mail",
    title: "Courriels",
    text: "L’expéditeur et le mot de la fin",
  },
];

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  return null;
}

export default function SettingsPage() {
  return (
    <>
      <PageHead title={TITLE}>
        Ce que vous enregistrez ici est visible aussitôt sur toutes les pages.
      </PageHead>
      <ul className="settings-list">
        {SCREENS.map(({ to, icon, title, text }) => (
          <li key={to}>
            <Link to={to}>
              <Icon name={icon} size={24} />
              <span>
                <b>{title}</b>
                <small>{text}</small>
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
