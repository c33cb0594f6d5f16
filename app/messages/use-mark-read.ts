import { useEffect, useEffectEvent, useState } from "react";
import { useFetcher } from "react-router";
import type { MessageView } from "./message-reading.server.ts";

/** The ids of the messages that the action has marked. */
export type MarkedRead = { read: string[] };

/**
 * Opening the notifications marks every unread message read, once (specification §4). The list still shows these as new
 * until the page is left. Messages that arrive later stay unread until the next opening or the button.
 */
export function useMarkRead({
  unread,
  alreadyRead,
}: {
  /** Number of unread messages. */
  unread: number;
  /** Without scripts: the ids that the button's POST has just marked. */
  alreadyRead: readonly string[];
}) {
  const fetcher = useFetcher<MarkedRead>();
  const [marked, setMarked] = useState(() => new Set(alreadyRead));
  const [answer, setAnswer] = useState(fetcher.data);
  const [isOpening, setIsOpening] = useState(unread > 0);
  if (answer !== fetcher.data) {
    setAnswer(fetcher.data);
    setIsOpening(false);
    setMarked(new Set([...marked, ...(fetcher.data?.read ?? [])]));
  }

  const markRead = useEffectEvent(() => {
    if (!isOpening) return;
    // Also after a failed request, which has no data: the button then appears, to retry.
    void fetcher
      .submit(null, { method: "post", action: "/admin/notifications" })
      .then(() => setIsOpening(false));
  });
  useEffect(() => markRead(), []);

  return {
    /** The automatic request is pending, so the button is hidden. */
    isOpening,
    Form: fetcher.Form,
    markedCount: marked.size,
    isNew: ({ id, isRead }: MessageView) => !isRead || marked.has(id),
  };
}
