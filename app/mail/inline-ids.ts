/**
 * The Content-IDs of the logo and the official notice (RFC 2392): parts of the mail, since loading a picture would reveal when a
 * mail is read. In a file of its own: Node without the build, which runs the attacks, cannot import .tsx files.
 */
export const LOGO_ID = "logo@shop";
export const NOTICE_ID = "notice@shop";
