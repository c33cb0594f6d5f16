import { createContext, use } from "react";
import type { Shop } from "#app/root-data.ts";

/**
 * The sender's data in every mail. `baseUrl` has no trailing slash. `hasLogo`: the mail has the attachment LOGO_ID. `token`: that of its
 * signed link, if it has one (deliver-mail.ts). `notice`: the size of the official notice on the legal guarantee, if the mail has the
 * attachment NOTICE_ID.
 */
export type Site = {
  baseUrl: string;
  shop: Shop;
  hasLogo?: boolean;
  token?: string;
  notice?: { width: number; height: number } | undefined;
};

export const MailSite = createContext<Site | null>(null);
/** The site of the mail that `renderMail` renders. */
export const useSite = (): Site => use(MailSite)!;
