import type { Route } from "./+types/notifications-page.ts";
import { requireAdmin } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { ListErrorBoundary } from "#app/pages/error-screen.tsx";
import { requestContext } from "#app/platform/request-context.ts";
import { boundedNumber } from "#app/ui/bounded-count.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { FilterLinks, ListToolbar } from "#app/ui/areas/list-toolbar.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { useFocusOnPage } from "#app/ui/use-focus-on-page.ts";
import { MessageItem } from "./message-item.tsx";
import {
  MESSAGE_KINDS,
  notificationsHref,
  parseMessageQuery,
  type MessageQuery,
} from "./message-query.ts";
import { listMessages, type MessageList } from "./message-reading.server.ts";
import { countUnread, markAllRead } from "./messages.server.ts";
import { useOpening } from "./use-opening.ts";

const KIND_LABELS = { tous: "Tous", contact: "Contact", commandes: "Commandes" } as const;

export const meta: Route.MetaFunction = () => [
  { title: "Notifications · Éclat" },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const query = parseMessageQuery(new URL(request.url).searchParams);
  const [list, unread] = await Promise.all([listMessages(db, query), countUnread(db)]);
  return { query: { ...query, page: list.page }, list, unread, now: new Date() };
}

/** POST: marks all unread messages as read. */
export async function action({ context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  return { read: await markAllRead(context.get(requestContext).services.db, admin) };
}

export default function NotificationsPage({
  loaderData: { query, list, unread, now },
  actionData,
}: Route.ComponentProps) {
  useLive("message");
  const heading = useFocusOnPage(query.page);
  const opening = useOpening({ unread, alreadyRead: actionData?.read ?? [] });
  const total = list.counts[query.kind];
  const count = `${boundedNumber(total, { isStart: true })} message${total > 1 ? "s" : ""}`;
  const markRead = (
    <opening.Form method="post" action="/admin/notifications">
      <Button variant="plain" size="s">
        <Icon name="check" size={16} />
        Tout marquer comme lu
      </Button>
    </opening.Form>
  );
  return (
    <>
      <PageHead
        title="Notifications"
        heading={heading}
        actions={unread > 0 && (opening.isOpening ? <noscript>{markRead}</noscript> : markRead)}
      >
        <span role="status">{newMessages({ unread, marked: opening.markedCount })}</span>
      </PageHead>
      <output className="sr">
        {count}, page {query.page} sur {list.pageCount}
      </output>
      <div className="panel">
        <Toolbar query={query} counts={list.counts} />
        {total === 0 ? (
          <Nothing isFiltered={query.search !== "" || query.kind !== "tous"} />
        ) : (
          <ul className="mails">
            {list.messages.map((message) => (
              <li key={message.id}>
                <MessageItem message={message} isNew={opening.isNew(message)} today={now} />
              </li>
            ))}
          </ul>
        )}
        <Pager
          page={query.page}
          pageCount={list.pageCount}
          href={(page) => notificationsHref({ ...query, page })}
          label="Pages des notifications"
          summary={`${count}, page ${query.page} sur ${list.pageCount}`}
        />
      </div>
    </>
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
  return (
    <ListToolbar
      label="Notifications"
      fieldLabel="Chercher un message"
      placeholder="Nom, société ou texte"
      search={query.search}
      filterCount={query.kind === "tous" ? 0 : 1}
      kept={query.kind === "tous" ? [] : [["genre", query.kind]]}
    >
      <FilterLinks
        label="Genre"
        links={MESSAGE_KINDS.map((kind) => ({
          label: KIND_LABELS[kind],
          to: notificationsHref({ ...query, kind, page: 1 }),
          isCurrent: kind === query.kind,
          count: counts[kind],
        }))}
      />
    </ListToolbar>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      panel
      level={2}
      drawing="box"
      title="Aucun message disponible."
      text={
        isFiltered
          ? "Ni expéditeur ni texte ne correspond à cette recherche."
          : "Les messages de contact et les commandes arrivent ici d’eux-mêmes."
      }
      action={
        isFiltered ? (
          <ButtonLink to="/admin/notifications" variant="secondary">
            Tout effacer
          </ButtonLink>
        ) : undefined
      }
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListErrorBoundary error={error} title="Notifications" />;
}
