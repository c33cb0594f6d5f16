export type StoredPicture = { path: string; width: number; height: number; hasRenditions: boolean };

type PictureProps = {
  picture: StoredPicture;
  alt: string;
  /** The width it is shown at, for the browser to choose a file: « (min-width: 768px) 33vw, 50vw ». */
  sizes: string;
  /** One of the first pictures seen: loaded at once, before the others. */
  priority?: boolean;
  className?: string;
  /** Writes smaller width and height attributes than the master's, of the same shape. */
  displayWidth?: number;
};

const renditionWidths = [320, 640, 960];
/** Of a screen, for each point of CSS: no phone has more that an eye could tell. */
const MOST_PIXELS = 3;

export function Picture({
  picture,
  alt,
  sizes,
  priority = false,
  className,
  displayWidth = picture.width,
}: PictureProps) {
  const master = `/media/${picture.path}`;
  // NaN, and so all of them, where the width is the window's to say.
  const enough = Number(sizes.replace(/px$/, "")) * MOST_PIXELS;
  const widths = renditionWidths.filter((_, index) => !(renditionWidths[index - 1]! >= enough));
  return (
    <picture>
      {picture.hasRenditions && (
        <source
          type="image/webp"
          sizes={sizes}
          srcSet={widths.map((width) => `${master}/${width}.webp ${width}w`).join(", ")}
        />
      )}
      <img
        src={master}
        alt={alt}
        width={displayWidth}
        height={Math.round((displayWidth * picture.height) / picture.width)}
        className={className}
        {...(priority
          ? { fetchPriority: "high" as const }
          : { loading: "lazy" as const, decoding: "async" as const })}
      />
    </picture>
  );
}
