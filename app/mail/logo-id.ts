/**
 * The Content-ID of the logo (RFC 2392): a part of the mail, since loading a picture would reveal when a mail is read. In a file
 * of its own: Node without the build, which runs the attacks, cannot import .tsx files.
 */
export const LOGO_ID = "logo@shop";
