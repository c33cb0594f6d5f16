import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { ClearFilters, ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { FilterLinks, ListToolbar } from "#app/ui/areas/list-toolbar.tsx";
import { boundedPlural } from "#app/ui/areas/plural.ts";
import { boundedNumber } from "#app/ui/bounded-count.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/notifications-page.ts";
import { MessageItem } from "./message-item.tsx";
import { notificationsAddress, type MessageQuery } from "./message-query.ts";
import { listMessages, type MessageList } from "./message-reading.server.ts";
import { countUnread, markAllRead } from "./messages.server.ts";
import { useMarkRead, type MarkedRead } from "./use-mark-read.ts";

const TITLE = "Notifications";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const query = notificationsAddress.parse(new URL(request.url).searchParams);
  const [list, unread] = await Promise.all([listMessages(db, query), countUnread(db)]);
  return { query: { ...query, page: list.page }, list, unread, now: new Date() };
}

/** POST: marks all unread messages as read. */
export async function action({ context }: Route.ActionArgs): Promise<MarkedRead> {
  const admin = await requireAdmin(context);
  return { read: await markAllRead(context.get(requestContext).services.db, admin) };
}

export default function NotificationsPage({
  loaderData: { query, list, unread, now },
  actionData,
}: Route.ComponentProps) {
  useLive("message");
  const opening = useMarkRead({ unread, alreadyRead: actionData?.read ?? [] });
  const total = list.counts[query.kind];
  const markRead = (
    <opening.Form method="post" action="/admin/notifications">
      <Button icon="check" variant="plain" size="s">
        Tout marquer comme lu
      </Button>
    </opening.Form>
  );
  return (
    <ListPage
      title={TITLE}
      intro={<span role="status">{newMessages({ unread, marked: opening.markedCount })}</span>}
      actions={unread > 0 && (opening.isOpening ? <noscript>{markRead}</noscript> : markRead)}
      toolbar={<Toolbar query={query} counts={list.counts} />}
      total={total}
      count={boundedPlural(total, "message")}
      {...notificationsAddress.pages(query, list.pageCount)}
      pagesLabel="Pages des notifications"
      empty={notificationsAddress.filterFields(query).length > 0 ? NONE_FOUND : NONE}
    >
      <ul className="mails">
        {list.messages.map((message) => (
          <li key={message.id}>
            <MessageItem message={message} isNew={opening.isNew(message)} today={now} />
          </li>
        ))}
      </ul>
    </ListPage>
  );
}

/** The subtitle: the number of unread messages, or of those that opening the page has marked as read. */
function newMessages({ unread, marked }: { unread: number; marked: number }): string {
  const count = unread || marked;
  const plural = count > 1 ? "s" : "";
  const summary = `${boundedNumber(count, { isStart: true })} nouveau${count > 1 ? "x" : ""} message${plural}`;
  if (unread > 0) return `${summary}.`;
  if (marked === 0) return "Tous les messages sont lus.";
  return `${summary}, marqué${plural} comme lu${plural} à l’ouverture de cette page.`;
}

function Toolbar({ query, counts }: { query: MessageQuery; counts: MessageList["counts"] }) {
  const { label, links } = notificationsAddress.links("kind", query, counts);
  return (
    <ListToolbar
      label={TITLE}
      fieldLabel="Chercher un message"
      placeholder="Nom, société ou texte"
      {...notificationsAddress.toolbar(query, ["kind"])}
    >
      <FilterLinks
        label={label}
        links={links.filter(
          ({ value, isCurrent }) => value !== "boutique" || isCurrent || counts.boutique > 0,
        )}
      />
    </ListToolbar>
  );
}

const NONE: EmptyList = {
  title: "Aucun message disponible.",
  text: "Les messages de contact et les commandes arrivent ici d’eux-mêmes.",
};
const NONE_FOUND: EmptyList = {
  title: NONE.title,
  text: "Ni expéditeur ni texte ne correspond à cette recherche.",
  action: <ClearFilters to="/admin/notifications" />,
};

export const ErrorBoundary = listErrorBoundary(TITLE);
