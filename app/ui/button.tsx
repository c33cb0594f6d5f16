import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
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

type ButtonProps = ButtonStyle &
  ComponentProps<"button"> & {
    /** Ignores clicks while the action is in progress. The label should show the progress. */ busy?: boolean;
  };

export function Button({
  variant,
  size,
  block,
  busy,
  className,
  type = "submit",
  onClick,
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
    />
  );
}

type ButtonLinkProps = ButtonStyle & ComponentProps<typeof Link>;

export function ButtonLink({ variant, size, block, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, block }, className)} />;
}
