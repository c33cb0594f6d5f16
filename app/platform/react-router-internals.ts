/*
 * The only imports of React Router's unstable API, which may change in any release. The test of this file names the
 * version of React Router with which these two contexts were checked.
 */
export {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterDataContext as DataRouterDataContext,
} from "react-router";
