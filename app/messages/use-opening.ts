import { useEffect, useEffectEvent, useState } from "react";
import { useFetcher } from "react-router";
import type { MessageView } from "./message-reading.server.ts";
import type { action } from "./notifications-page.tsx";

/**
 * One opening of the notifications: it marks every unread message read, once, and remembers which they were, so that
 * the list still shows them as new. What arrives later stays unread until it is opened again or the button is pressed.
 */
export function useOpening({
  unread,
  alreadyRead,
}: {
  /** How many messages nobody has read yet. */
  unread: number;
  /** Without JavaScript: what the button on the page before has just marked. */
  alreadyRead: readonly string[];
}) {
  const fetcher = useFetcher<typeof action>();
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
    // Lost on the way, it has no answer either: the button comes instead.
    void fetcher
      .submit(null, { method: "post", action: "/admin/notifications" })
      .then(() => setIsOpening(false));
  });
  useEffect(() => markRead(), []);

  return {
    /** While the opening itself marks the messages, nobody needs a button. */
    isOpening,
    Form: fetcher.Form,
    markedCount: marked.size,
    isNew: ({ id, isRead }: MessageView) => !isRead || marked.has(id),
  };
}
