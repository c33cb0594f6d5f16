import skinCareSquare from "./banners/1-square.webp";
import skinCare from "./banners/1.jpg";
import skinCareWide from "./banners/1.webp";
import perfumeSquare from "./banners/2-square.webp";
import perfume from "./banners/2.jpg";
import perfumeWide from "./banners/2.webp";
import sunCareSquare from "./banners/3-square.webp";
import sunCare from "./banners/3.jpg";
import sunCareWide from "./banners/3.webp";

/** URLs of a picture: `wide` of 2000 × 900 px; `square`, its centre of 900 × 900 px, for phones. */
export type BuiltInPicture = { wide: string; square: string; fallback: string };

/** The pictures of the specification's three slides (initial-slides.ts), each with the focal point of its crop. */
export const BUILT_IN_PICTURES: Record<string, BuiltInPicture & { focusX: number }> = {
  "livree-1": { wide: skinCareWide, square: skinCareSquare, fallback: skinCare, focusX: 64 },
  "livree-2": { wide: perfumeWide, square: perfumeSquare, fallback: perfume, focusX: 24 },
  "livree-3": { wide: sunCareWide, square: sunCareSquare, fallback: sunCare, focusX: 58 },
};
