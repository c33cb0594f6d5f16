// Texts and limits of the account forms.

/** The message for every refused sign-in or sign-up, whether or not the address is known (specification §5). */
export const REFUSED = "Mot de passe ou email invalide";
export const PASSWORD_MISMATCH = "Mot de passe non conforme";
/** How long the password mismatch is shown, in ms (specification §9). */
export const MISMATCH_MS = 3_000;
export const TOO_MANY_TRIES =
  "Trop de tentatives. Attendez un quart d’heure, ou choisissez un nouveau mot de passe.";

export const TOO_MANY_LINKS = "Trop de demandes. Attendez un quart d’heure avant de réessayer.";

export const SHORTEST_PASSWORD = 8;
export const SHORT_PASSWORD = `Le mot de passe doit comporter au moins ${SHORTEST_PASSWORD} caractères.`;
export const PASSWORD_HINT = "8 caractères variés, ou 11 lettres au moins";
export const SIMPLE_PASSWORD =
  "Ce mot de passe est trop simple\u00a0: 11 lettres au moins, ou 8 caractères avec majuscules, minuscules, chiffres et signes.";
export const COMMON_PASSWORD = "Ce mot de passe est trop courant\u00a0: il serait vite deviné.";
export const MISSING_EMAIL = "Indiquez votre adresse e-mail.";
export const UNLIKELY_EMAIL =
  "Cette adresse ne semble pas complète\u00a0: prenom@exemple.fr, par exemple.";
/** The longest address that can receive mail (RFC 5321 §4.5.3.1.3). */
export const LONGEST_EMAIL = 254;
export const LONG_EMAIL = `Cette adresse est trop longue\u00a0: ${LONGEST_EMAIL} caractères au plus.`;
export const MISSING_PASSWORD = "Indiquez votre mot de passe.";
export const MISSING_FORMER_PASSWORD = "Indiquez votre mot de passe actuel.";
export const WRONG_PASSWORD = "Ce n’est pas votre mot de passe.";
export const TOO_MANY_CHECKS = "Trop d’essais. Attendez une heure avant de réessayer.";
export const NO_PASSWORD =
  "Votre compte n’a pas encore de mot de passe\u00a0: demandez d’abord un lien pour en choisir un.";
export const MISSING_NAME = "Indiquez votre nom.";
export const MISSING_CONFIRMATION = "Saisissez une seconde fois votre mot de passe.";

export const OLDEST_BIRTH = "1900-01-01";
export const UNLIKELY_BIRTH = "Cette date ne semble pas juste : 14/03/1991, par exemple.";
export const TOO_MANY_ADDRESSES = "Cinq changements d’adresse par jour au plus : réessayez demain.";
export const TOO_MANY_CHANGES = "Dix changements par heure au plus\u00a0: réessayez plus tard.";
export const GONE_PHOTO = "Cet envoi n’existe plus : choisissez la photo à nouveau.";
