import { classes } from "./classes.ts";

type AvatarProps = { name: string; /** A stored path. */ photo?: string | null; size?: "l" | "xl" };

/** A person's photo or initial. Hidden from screen readers, because the name is next to it or in the label of its control. */
export function Avatar({ name, photo, size }: AvatarProps) {
  return (
    <span className={classes("avatar", size && `avatar--${size}`)} aria-hidden="true">
      {photo ? (
        <img
          src={`/media/${photo}`}
          alt=""
          width={52}
          height={52}
          loading="lazy"
          decoding="async"
        />
      ) : (
        [...name.trim()][0]
      )}
    </span>
  );
}
