import spriteUrl from "./icons.svg?url&no-inline";

/** The URL of the sprite with all icons. Without a fragment, the sprite shows the shop’s icon, so it is also the favicon. */
export { spriteUrl };

export type IconName =
  | "arrow-down"
  | "arrow-left"
  | "arrow-right"
  | "arrow-up"
  | "banknote"
  | "bell"
  | "chart-no-axes-column"
  | "check"
  | "chevron-down"
  | "chevron-left"
  | "chevron-right"
  | "circle-alert"
  | "circle-check"
  | "clock"
  | "copy"
  | "credit-card"
  | "download"
  | "eye"
  | "facebook"
  | "file-spreadsheet"
  | "file-text"
  | "grip-vertical"
  | "heart"
  | "image"
  | "image-plus"
  | "inbox"
  | "info"
  | "instagram"
  | "lock"
  | "log-out"
  | "mail"
  | "map-pin"
  | "maximize"
  | "menu"
  | "message-square"
  | "minus"
  | "package"
  | "package-check"
  | "pause"
  | "pencil"
  | "phone"
  | "pinterest"
  | "play"
  | "plus"
  | "printer"
  | "receipt-text"
  | "reply"
  | "rotate-ccw"
  | "rotate-cw"
  | "search"
  | "settings"
  | "settings-2"
  | "shield-check"
  | "shopping-bag"
  | "sliders-horizontal"
  | "star"
  | "table-2"
  | "tiktok"
  | "trash-2"
  | "triangle-alert"
  | "truck"
  | "undo-2"
  | "upload"
  | "user-round"
  | "x"
  | "youtube";

type IconProps = { name: IconName; size?: 16 | 20 | 24; className?: string };

/** A line icon. It is hidden from screen readers, so it needs a text next to it or a control with a label. */
export function Icon({ name, size = 20, className }: IconProps) {
  return (
    <svg className={`i i-${size}${className ? ` ${className}` : ""}`} aria-hidden="true">
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  );
}
