import { useEffect, useEffectEvent } from "react";

/** Calls `onAnswer` once for each new result of an action: a fetcher's `data`, or the page's `actionData`. */
export function useAnswer<Answer>(
  answer: Answer | null | undefined,
  onAnswer: (answer: Answer) => void,
): void {
  const call = useEffectEvent(onAnswer);
  useEffect(() => {
    if (answer !== null && answer !== undefined) call(answer);
  }, [answer]);
}
