export * from "./accounts.ts";
export * from "./audit.ts";
export * from "./catalogue.ts";
export * from "./imports.ts";
export * from "./mail.ts";
export * from "./media.ts";
export * from "./messages.ts";
export * from "./orders.ts";
