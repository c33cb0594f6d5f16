import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";
import { Link } from "./link.tsx";

type ButtonStyle = {
  variant?: "primary" | "secondary" | "plain" | "danger";
  /** « s » is 40 px high, « xs » 32 px (both 44 px on phones). */
  size?: "s" | "xs";
  block?: boolean;
};

const variantClass = {
  primary: null,
  secondary: "btn--2",
  plain: "btn--plain",
  danger: "btn--danger",
} as const;

function buttonClass(
  { variant = "primary", size, block }: ButtonStyle,
  className?: string,
): string {
  return classes(
    "btn",
    variantClass[variant],
    size && `btn--${size}`,
    block && "btn--block",
    className,
  );
}

type Labelled = ButtonStyle & {
  /** An icon before the label. */
  icon?: IconName | undefined;
};

type ButtonProps = Labelled &
  ComponentProps<"button"> & {
    /** Ignores clicks while the action is in progress. The label should show the progress. */ busy?: boolean;
  };

export function Button({
  variant,
  size,
  block,
  icon,
  busy,
  className,
  type = "submit",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, block }, className)}
      aria-disabled={busy ? true : rest["aria-disabled"]}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  );
}

type ButtonLinkProps = Labelled & ComponentProps<typeof Link>;

export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, block, icon, className, children, ...rest } = props;
  return (
    <Link {...rest} className={buttonClass({ variant, size, block }, className)}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </Link>
  );
}
