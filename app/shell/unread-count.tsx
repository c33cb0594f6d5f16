import { boundedNumber } from "#app/ui/bounded-count.ts";

/** The red badge of a menu entry. */
export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="n n--red">
      {boundedNumber(count)}
      <span className="sr"> non lus</span>
    </span>
  );
}
