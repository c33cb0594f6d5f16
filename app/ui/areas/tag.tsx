import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon.tsx";

type TagProps = {
  tone: "success" | "warning" | "error" | "plum" | "outline";
  icon?: IconName;
  children: ReactNode;
};

/** A coloured label for a state. Text and icon also show the state, for users who cannot see the colour. */
export function Tag({ tone, icon, children }: TagProps) {
  return (
    <span className={`tag tag--${tone}`}>
      {icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
    </span>
  );
}
