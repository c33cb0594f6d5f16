/** What the decoder makes of an uploaded file; `reason`: a sentence in French. */
export type DecodedUpload =
  | {
      kind: "picture";
      content: Uint8Array;
      extension: "jpg" | "webp" | "png";
      width: number;
      height: number;
    }
  | { kind: "refused"; reason: string };
