/** The address of the notice's picture. Apart from its words, so that programs without the build can import those. */
export { default as guaranteePicture } from "./guarantee-notice.svg?url&no-inline";
