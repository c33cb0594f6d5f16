/** What a page's route says of it beside its data (React Router's `handle`). */
export type PageHandle = {
  /** Its scripts don't wait for the first view: they make it. */
  isMadeByScripts: true;
};
