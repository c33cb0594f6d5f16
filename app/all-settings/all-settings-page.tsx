import { requireAdmin } from "#app/accounts/access.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/all-settings-page.ts";
import { SETTINGS_GROUPS } from "./all-groups.server.ts";

const TITLE = "Réglages";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  return SETTINGS_GROUPS.map(({ path, icon, title, summary }) => ({ path, icon, title, summary }));
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={TITLE}>
        Ce que vous enregistrez ici est visible aussitôt sur toutes les pages.
      </PageHead>
      <ul className="settings-list">
        {loaderData.map(({ path, icon, title, summary }) => (
          <li key={path}>
            <Link to={`/admin/reglages/${path}`}>
              <Icon name={icon} size={24} />
              <span>
                <b>{title}</b>
                <small>{summary}</small>
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
