import { classes } from "./classes.ts";

type AvatarProps = { name: string; /** A stored path. */ photo?: string | null; size?: "l" | "xl" };

/** A photo or initial. Hidden from screen readers, as the name is always next to it or in its control's label. */
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
