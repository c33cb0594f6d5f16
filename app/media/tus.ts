// With React's file among its imports: the bundler puts its helper functions in a file that all their users import. Without
// it, they would be another file, which every page of the shop loads.
import "react";

export { Upload } from "tus-js-client";
