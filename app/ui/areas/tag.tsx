import { Icon, type IconName } from "../icon.tsx";

type TagProps = {
  tone: "success" | "warning" | "error" | "plum" | "outline";
  icon?: IconName;
  label: string | number;
};

/** A coloured label for a state. Text and icon also show the state, for users who cannot see the colour. */
export function Tag({ tone, icon, label }: TagProps) {
  return (
    <span className={`tag tag--${tone}`}>
      {icon && <Icon name={icon} size={16} />}
      <span>{label}</span>
    </span>
  );
}
