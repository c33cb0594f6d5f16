import manifest from "../../package.json" with { type: "json" };

/** The version of the running shop, « 0.3.0 ». */
export const SHOP_VERSION: string = manifest.version;
