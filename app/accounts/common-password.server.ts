/**
 * The most common words in French and English passwords. Refused alone, repeated, followed by digits and signs
 * (« Soleil2026! ») or in leetspeak (« S0l3il »).
 */
const WORDS = new Set(
  `
motdepasse monmotdepasse motpasse passe password passwort contrasena parola mdp secret sesame ouvretoi bonjour bonsoir
salut coucou bienvenue welcome hello merci allo azerty azertyuiop qwerty qwertyuiop qwertz azer qsdf wxcvbn qazwsx
qazwsxedc zaqwsx asdfgh asdfghjkl asdf zxcvbn zxcvbnm azeqsd aqwzsx poiuytreza mlkjhgfdsq admin administrateur
administrator root user utilisateur utilisatrice client cliente compte account login connexion test tester testing
demo exemple example guest invite temp temporaire changeme changemoi default defaut master system systeme server
internet google facebook instagram youtube whatsapp linkedin twitter tiktok snapchat netflix amazon apple iphone
samsung android windows microsoft computer ordinateur minecraft fortnite pokemon pikachu naruto dragonball starwars
superman batman spiderman ironman avengers matrix jordan michael jackson
soleil lune etoile etoiles ciel mer ocean plage montagne foret riviere fleur fleurs rose roses lavande tulipe marguerite
violette jasmin orchidee papillon oiseau chat chaton minou minette chien chienne toutou cheval lapin tigre lion loup
panda dauphin tortue souris licorne dragon monkey tiger eagle butterfly flower sunshine rainbow summer winter spring
autumn printemps ete automne hiver janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
january february march april june july august september october november december lundi mardi mercredi jeudi vendredi
samedi dimanche monday tuesday wednesday thursday friday saturday sunday noel vacances voyage liberte egalite
fraternite amour amours amoureux amoureuse monamour jetaime jetadore jtm iloveyou loveyou loveme lovely love lover
bisous bisou calin coeur moncoeur doudou cherie cheri monbebe bebe bebes princesse prince reine king queen princess
angel ange diable demon dieu jesus marie allah bonheur chance sourire joie famille maman papa mamanpapa mamanjetaime
mamie papi enfants frere soeur ensemble toujours forever friends copine copain toiletmoi nousdeux
france paris marseille lyon toulouse nice nantes strasbourg montpellier bordeaux lille rennes bretagne corse provence
normandie alsace savoie quebec montreal belgique bruxelles suisse geneve maroc algerie tunisie portugal espagne italie
london america canada football foot footballer soccer basket baseball rugby tennis hockey judo danse danser musique
music guitare piano chanson cinema psg psgpsg om olympique olympiquelyonnais allezlom allezpsg barcelona barcelone
realmadrid chelsea arsenal liverpool juventus zidane ronaldo messi mbappe neymar champion champions
chocolat vanille caramel bonbon fraise framboise cerise banane pomme orange citron cookie cookies nutella fromage
cacahuete pizza cafe champagne biere whisky
nicolas julien thomas alexandre alexandra antoine maxime kevin quentin romain florian guillaume jeremy anthony
sebastien vincent olivier stephane stephanie christophe christian christine laurent laurence philippe frederic patrick
pascal pascale nathalie isabelle catherine valerie sandrine veronique sophie celine virginie aurelie emilie camille
marion pauline manon chloe emma lea lucas hugo louis jules gabriel raphael arthur nathan enzo mathis theo clement
benjamin mathieu matthieu caroline charlotte juliette elodie melanie melissa jessica sabrina samantha jennifer vanessa
laetitia audrey angelique justine mathilde clementine margaux oceane noemie amandine delphine karine florence brigitte
monique jacqueline francoise michel michele daniel daniele david robert bernard gerard andre rene pierre jean
jeanpierre francois martine charlie thierry dominique bruno william james george andrew joshua ashley nicole daniela
mohamed mohammed ahmed karim fatima yasmine samira nadia sarah laura clara alice lola zoe ines jade louise
beaute beautiful cosmetique cosmetiques eclat maquillage parfum parfums creme boutique shopping
bienvenu superbe magique magic mystere fantome pirate chevalier guerrier warrior hunter killer shadow ninja samurai
freedom trustno trustme whatever nothing letmein access hacker cheese pepper ginger buster cooper bailey maggie
mustang ferrari porsche mercedes peugeot renault citroen corvette harley yamaha
argent money dollar million millionnaire travail bureau maison jardin voiture telephone portable
`
    .trim()
    .split(/\s+/),
);

/** Rows of the keyboard (AZERTY and QWERTY), the alphabet and the digits. */
const RUNS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "azertyuiopqsdfghjklmwxcvbn",
  "qwertyuiopasdfghjklzxcvbnm",
];
const RUN_PAIRS = new Set(
  RUNS.flatMap((run) =>
    [run, [...run].toReversed().join("")].flatMap((line) =>
      Array.from(line.slice(1), (letter, index) => line[index]! + letter),
    ),
  ),
);

/** The letters that leetspeak replaces by these signs. */
const SPELT: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/**
 * Whether a password is among the first guesses of an attacker (ASVS 6.2.4): a common word with usual additions, a
 * keyboard run, few repeated characters, a date, or the owner's name or address.
 */
export function isCommonPassword(
  password: string,
  owner: { email?: string; name?: string } = {},
): boolean {
  const plain = password.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
  if (new Set(plain).size <= 3 || isRuns(plain) || /^[\d\s./-]{8,10}$/.test(plain)) return true;
  const own = new Set(
    [owner.email?.split("@")[0], ...(owner.name?.split(/\s+/) ?? []), owner.name]
      .map((word) => lettersOf(word ?? ""))
      .filter((word) => word.length >= 3),
  );
  const isKnown = (word: string) => WORDS.has(word) || own.has(word);
  const stems = [
    plain,
    plain.replace(/[\d\W_]+$/, ""),
    plain.replaceAll(/^[\d\W_]+|[\d\W_]+$/g, ""),
  ].flatMap((stem) => [stem, stem.replaceAll(/[013457@$!]/g, (sign) => SPELT[sign]!)]);
  return stems.some((stem) => isKnown(stem) || isKnown(halfOf(stem)));
}

/** Whether nearly every character follows its neighbour in a run: « abcd1234 », « azertyuiop ». */
function isRuns(text: string): boolean {
  const pairs = Array.from(text.slice(1), (letter, index) => text[index]! + letter);
  return pairs.filter((pair) => RUN_PAIRS.has(pair)).length >= text.length - 2;
}

/** The repeated half of « soleilsoleil », or an empty string. */
function halfOf(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? half : "";
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[^a-z]/g, "");
}
