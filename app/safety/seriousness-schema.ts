/**
 * How serious an effect is; all but « none » are « effets graves » (regulation 1223/2009, art. 2 (1) p).
 */
export const SERIOUSNESS = {
  none: "Aucune de ces conséquences",
  incapacity: "Incapacité temporaire\u00a0: arrêt de travail ou d’activité",
  disability: "Handicap",
  hospitalisation: "Hospitalisation",
  congenital: "Anomalie congénitale",
  vital: "Danger vital immédiat, ou décès",
} as const;
