// Shared by server and browser.

/**
 * What the picture is for: a profile, or, for administrators only, a product, the shop's logo, or the official notice on the legal
 * guarantee.
 */
export type UploadKind = "product" | "avatar" | "logo" | "notice";
export const UPLOAD_KINDS: readonly string[] = [
  "product",
  "avatar",
  "logo",
  "notice",
] satisfies UploadKind[];

export const MEGABYTE = 1024 * 1024;
/** The largest file of each kind, in bytes. */
export const LARGEST_FILE: Record<UploadKind, number> = {
  product: 50 * MEGABYTE,
  avatar: 8 * MEGABYTE,
  logo: 2 * MEGABYTE,
  notice: 5 * MEGABYTE,
};

export const UPLOAD_PATH = "/televersements";
/** The `accept` attribute of file inputs. It is only a hint: picture-type.ts detects the type by content. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/avif";
export const LOGO_TYPES = "image/svg+xml,image/png,image/jpeg,image/webp";
export const NOTICE_TYPES = "image/svg+xml,image/png";

/** The beginning of every upload error (specification §8); « : » and the reason follow. */
export const UPLOAD_FAILED = "Erreur de téléchargement";
export const NO_FILE = "Aucun fichier sélectionné";

/** The reason for a file that exceeds LARGEST_FILE: « ce fichier dépasse 50 Mo. » */
export function tooLarge(kind: UploadKind): string {
  return `ce fichier dépasse ${LARGEST_FILE[kind] / MEGABYTE}\u00a0Mo.`;
}
