import { useEffect, useRef, type ReactNode } from "react";

/** What became of a form, in its place: it takes the focus that went with the form's button. */
export function Outcome({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div className="outcome" ref={place} tabIndex={-1}>
      {children}
    </div>
  );
}
