import { useLayoutEffect, useRef, type ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";

type NoteProps = {
  tone?: "error" | "ok" | "warning";
  title?: string | undefined;
  children?: ReactNode;
  /** The ARIA role of a note that appears after an action. */
  role?: "alert" | "status";
  icon?: IconName;
  /**
   * The response that the note reports. Each new object moves the focus to the note, for a note far from the pressed button.
   */
  focusOn?: object | undefined;
};

const toneIcon = { error: "circle-alert", ok: "circle-check", warning: "triangle-alert" } as const;

export function Note({
  tone,
  title,
  children,
  role,
  icon = tone ? toneIcon[tone] : "info",
  focusOn,
}: NoteProps) {
  const note = useRef<HTMLDivElement>(null);
  // Before the paint: a later effect would take the focus from a field that somebody already types into.
  useLayoutEffect(() => {
    if (focusOn) note.current?.focus();
  }, [focusOn]);
  return (
    <div
      className={classes("note", tone && `note--${tone}`)}
      role={role}
      tabIndex={focusOn && -1}
      ref={note}
    >
      <Icon name={icon} />
      <div>
        {title !== undefined && <b>{title}</b>}
        {typeof children === "string" ? <p>{children}</p> : children}
      </div>
    </div>
  );
}

type RefusalProps = {
  /** Why; nothing is shown without a text. */
  text: string | false | null | undefined;
  title?: string | undefined;
  /** The answer that refused; see `Note`. */
  focusOn?: object | null;
};

/** Says at once why a form was refused. */
export function Refusal({ text, title, focusOn }: RefusalProps) {
  if (!text) return null;
  return (
    <Note tone="error" role="alert" title={title} focusOn={focusOn ?? undefined}>
      {text}
    </Note>
  );
}
