import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export type EmptyStateProps = {
  title: ReactNode;
  /** One sentence. */
  text: ReactNode;
  /** One action. */
  action?: ReactNode;
  drawing?: "bag" | "flower" | "box";
  /** The heading level of the title: 1 on a page without another heading. */
  level?: 1 | 2;
  /** A small line above the title. */
  label?: string;
  /** Inside a panel: centred and smaller. */
  panel?: boolean;
};

/** Line drawings, 320 × 220: the paths of their lines, and of their faint lines. */
const drawings = {
  bag: [
    "M112 84h96l10 104H102zM134 98V74a26 26 0 0 1 52 0v24",
    "M121 152c18-12 30 10 48-2s22-8 32-2",
  ],
  flower: [
    "M160 188V104M160 156c-24 0-36-12-38-30 22 0 36 10 38 30ZM160 140c22-2 33-14 34-31-21 1-33 12-34 31ZM160 104c-19-8-26-24-20-46 9 3 16 8 20 16 4-8 11-13 20-16 6 22-1 38-20 46Z",
    "M160 104V74",
  ],
  box: ["M104 108h112v80H104zM104 108l16-26h80l16 26M142 108v30h36v-30", "M120 172h28"],
} as const;

function Drawing({ name }: { name: keyof typeof drawings }) {
  const [lines, faint] = drawings[name];
  return (
    <svg
      className="empty__draw"
      viewBox="0 0 320 220"
      width="320"
      height="220"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={`M44 188h232${lines}`} />
      <path d={`M70 198h60M186 198h72${faint}`} opacity=".45" />
    </svg>
  );
}

export function EmptyState({
  title,
  text,
  action,
  drawing = "bag",
  level = 1,
  label,
  panel = false,
}: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className={classes("empty", panel && "empty--panel")}>
      <div className="empty__l">
        {label !== undefined && <p className="label">{label}</p>}
        <Title className={panel ? "h4" : "h2"}>{title}</Title>
        <p>{text}</p>
        {action !== undefined && <div className="empty__act">{action}</div>}
      </div>
      <div className="empty__r">
        <Drawing name={drawing} />
      </div>
    </div>
  );
}
