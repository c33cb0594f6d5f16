import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";

type NoteProps = {
  tone?: "error" | "ok" | "warning";
  title?: string;
  children?: ReactNode;
  /** « alert » or « status », for a note that appears by itself. */
  role?: "alert" | "status";
  icon?: IconName;
};

const toneIcon = { error: "circle-alert", ok: "circle-check", warning: "triangle-alert" } as const;

export function Note({
  tone,
  title,
  children,
  role,
  icon = tone ? toneIcon[tone] : "info",
}: NoteProps) {
  return (
    <div className={classes("note", tone && `note--${tone}`)} role={role}>
      <Icon name={icon} />
      <div>
        {title !== undefined && <b>{title}</b>}
        {typeof children === "string" ? <p>{children}</p> : children}
      </div>
    </div>
  );
}
