// Shared by server and browser.

/** What the picture is for: a product or the shop's logo (administrators only), or a profile. */
export type UploadKind = "product" | "avatar" | "logo";
export const UPLOAD_KINDS: readonly string[] = ["product", "avatar", "logo"] satisfies UploadKind[];

export const MEGABYTE = 1024 * 1024;
/** The largest file of each kind, in bytes. */
export const LARGEST_FILE: Record<UploadKind, number> = {
  product: 50 * MEGABYTE,
  avatar: 8 * MEGABYTE,
  logo: 2 * MEGABYTE,
};

export const UPLOAD_PATH = "/televersements";
/** The `accept` attribute of file inputs. It is only a hint: picture-type.ts detects the type by content. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/avif";
export const LOGO_TYPES = "image/svg+xml,image/png,image/jpeg,image/webp";

/** The beginning of every upload error (specification §8); « : » and the reason follow. */
export const UPLOAD_FAILED = "Erreur de téléchargement";
export const NO_FILE = "Aucun fichier sélectionné";

/** The reason for a file that exceeds LARGEST_FILE: « ce fichier dépasse 50 Mo. » */
export function tooLarge(kind: UploadKind): string {
  return `ce fichier dépasse ${LARGEST_FILE[kind] / MEGABYTE}\u00a0Mo.`;
}
