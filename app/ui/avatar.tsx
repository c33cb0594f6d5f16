import { classes } from "./classes.ts";

type AvatarProps = { name: string; /** A stored path. */ photo?: string | null; size?: "l" | "xl" };

/** Always beside the name, or in a control named after it: it is silent itself. */
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
