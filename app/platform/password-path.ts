/** The page that asks an administrator for her password again (accounts/sensitive-routes.ts). */
export const PASSWORD_PATH = "/admin/mot-de-passe";
