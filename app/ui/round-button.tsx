import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";

type RoundButtonProps = {
  /** The button's accessible name. */
  label: string;
  icon: IconName;
  /** Without a background. */
  isBare?: boolean;
  onClick: () => void;
};

/** A round icon button of a carousel or gallery. */
export function RoundButton({ label, icon, isBare, onClick }: RoundButtonProps) {
  return (
    <button
      className={classes("round", isBare && "round--bare")}
      type="button"
      aria-label={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
