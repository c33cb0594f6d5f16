/** The red badge of a menu entry. */
export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="n n--red">
      {count}
      <span className="sr"> non lus</span>
    </span>
  );
}
