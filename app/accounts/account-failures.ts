// In a file of their own, since every page has them (shell/lost-connection.tsx).

/** Specification §8: the profile could not be written. */
export const UPDATE_FAILED = "Erreur de mise a jour";
export const SIGN_OUT_FAILED = "Erreur de déconnexion";
