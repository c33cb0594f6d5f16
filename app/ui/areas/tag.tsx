import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon.tsx";

type TagProps = {
  tone: "success" | "warning" | "error" | "plum" | "outline";
  icon?: IconName;
  children: ReactNode;
};

/** A state, shown by text and icon in addition to the colour. */
export function Tag({ tone, icon, children }: TagProps) {
  return (
    <span className={`tag tag--${tone}`}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </span>
  );
}
