export type StoredPicture = { path: string; width: number; height: number; hasRenditions: boolean };

type PictureProps = {
  picture: StoredPicture;
  alt: string;
  /** The `sizes` attribute: « (min-width: 768px) 33vw, 50vw ». */
  sizes: string;
  /** Loads the picture eagerly and with high priority, for a picture in the first view. */
  priority?: boolean;
  className?: string;
  /** Overrides the `width` attribute; `height` follows the aspect ratio. Defaults to the master's width. */
  displayWidth?: number;
};

const renditionWidths = [320, 640, 960];
/** The largest number of device pixels per CSS pixel for which a rendition is offered: beyond 3, no difference is visible. */
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
  // When `sizes` is not a fixed number of pixels, this is NaN and all widths are offered.
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
