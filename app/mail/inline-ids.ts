/**
 * The Content-IDs (RFC 2392) of the logo and the official notice. These pictures are parts of the mail, because loading a remote picture
 * would reveal when a mail is read. A file of its own: the attack tests run without a build, and Node cannot import .tsx files.
 */
export const LOGO_ID = "logo@shop";
export const NOTICE_ID = "notice@shop";
