import { useEffect, useRef, type ReactNode } from "react";

/** Replaces a finished form and takes the focus, which the removed button had. */
export function Outcome({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div className="outcome" ref={place} tabIndex={-1}>
      {children}
    </div>
  );
}
