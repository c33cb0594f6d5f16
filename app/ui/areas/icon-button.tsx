import { Icon, type IconName } from "../icon.tsx";

type IconButtonProps = {
  icon: IconName;
  /** The button's accessible name. */
  label: string;
  /** What it does to its row, for the code that moves the focus (`data-part`). */
  part?: string;
  /** It keeps the focus, but does nothing. */
  isOff?: boolean;
  onClick: () => void;
};

/** A small button of a row, with an icon only. */
export function IconButton({ icon, label, part, isOff, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-btn"
      data-part={part}
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}
