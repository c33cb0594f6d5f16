import type { ComponentProps } from "react";
import { Link } from "./link.tsx";
import { classes } from "./classes.ts";

type Look = {
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

function lookClass({ variant = "primary", size, block }: Look, className?: string): string {
  return classes(
    "btn",
    variantClass[variant],
    size && `btn--${size}`,
    block && "btn--block",
    className,
  );
}

type ButtonProps = Look &
  ComponentProps<"button"> & {
    /** Refuses a second click while the first one works; the children say so. */ busy?: boolean;
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
      className={lookClass({ variant, size, block }, className)}
      aria-disabled={busy ? true : rest["aria-disabled"]}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

type ButtonLinkProps = Look & ComponentProps<typeof Link>;

export function ButtonLink({ variant, size, block, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={lookClass({ variant, size, block }, className)} />;
}
