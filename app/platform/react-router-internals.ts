/*
 * The only imports of React Router's unstable API, which may change in any release: the test of this file names the
 * version that they were checked with.
 */
export {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterDataContext as DataRouterDataContext,
} from "react-router";
