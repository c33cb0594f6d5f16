import { CATEGORIES, type Category } from "#app/catalogue/product-schema.ts";

/** A kind of product with its price range in whole euros. */
type Kind = { kind: string; category: Category; low: number; high: number };

const KINDS: Record<Category, [number, number, string]> = {
  "Soins de la peau": [12, 95, "crème hydratante,crème de nuit,sérum,gelée nettoyante,eau micellaire,masque visage,brume visage,baume démaquillant,lotion tonique,gommage visage,huile visage,mousse nettoyante,crème mains,lait démaquillant"], // prettier-ignore
  Maquillage: [
    8,
    60,
    "rouge à lèvres,mascara,poudre compacte,palette ombres,fond de teint,blush,baume à lèvres,crayon yeux,eye-liner,enlumineur,anticernes,gloss,base de teint,fard à paupières",
  ],
  "Produits capillaires": [
    7,
    48,
    "shampooing,shampooing solide,masque cheveux,après-shampooing,huile cheveux,spray démêlant,laque,cire coiffante,sérum pointes,coloration",
  ],
  Parfums: [
    28,
    240,
    "eau de parfum,eau de toilette,eau de cologne,parfum solide,extrait de parfum,brume parfumée",
  ],
  "Produits pour le bain et le corps": [
    5,
    42,
    "gel douche,savon surgras,lait corps,gommage corps,sels de bain,huile corps,beurre corporel,bain moussant,crème corps,boule de bain",
  ],
  "Soins des ongles": [
    4,
    28,
    "vernis à ongles,huile cuticules,crème ongles,base protectrice,dissolvant doux,lime,top coat",
  ],
  "Produits de protection solaire": [
    10,
    55,
    "crème solaire,spray solaire,stick solaire,lait après-soleil,huile solaire,brume solaire,autobronzant",
  ],
  "Produits anti-âge": [
    24,
    190,
    "crème de jour,sérum fermeté,contour des yeux,huile de nuit,masque lissant,concentré rides,ampoules éclat",
  ],
  "Produits de traitement de l'acné": [
    9,
    46,
    "gel purifiant,fluide matifiant,soin ciblé,patchs imperfections,lotion clarifiante,masque argile",
  ],
  Autres: [
    5,
    70,
    "bougie de massage,huile à barbe,déodorant,coffret,trousse,brosse,éponge konjac,diffuseur",
  ],
};

export const kinds: Kind[] = CATEGORIES.flatMap((category) => {
  const [low, high, names] = KINDS[category];
  return names.split(",").map((kind) => ({ kind, category, low, high }));
});

export const qualities = "douceur,velours,satin,intense,nourrissant,apaisant,purifiant,lissant,repulpant,matifiant,éclat,lumière,fraîcheur,protecteur,régénérant,vivifiant,fortifiant,léger,riche,fondant,soyeux,transparent,longue tenue,waterproof,sans parfum,bio,végétal,marin,alpin,provençal,nocturne,précieux,sensitif,réparateur,tonifiant,illuminateur,gourmand,poudré,boisé,floral".split(","); // prettier-ignore

export const ingredients = "rose,lin,mauve,fleur d'oranger,bleuet,argile blanche,avoine,tilleul,camélia,grenade,soie,pivoine,figue,miel,ortie,karité,amande,coton,jasmin,tubéreuse,figuier,verveine,iris,ambre,vanille,tiaré,sucre,abricot,lavande,cerise,calendula,aloe vera,bakuchiol,vitamine c,peptides,rose musquée,zinc,hamamélis,niacinamide,sauge,cèdre,acide hyaluronique,rétinol,squalane,argan,jojoba,macadamia,ricin,bourrache,onagre,centella,réglisse,thé vert,matcha,café,cacao,coco,monoï,mangue,papaye,grenadine,framboise,mûre,cassis,pamplemousse,bergamote,citron,mandarine,néroli,petit grain,ylang-ylang,patchouli,vétiver,santal,oud,musc blanc,encens,myrrhe,benjoin,tonka,cardamome,gingembre,poivre rose,safran,camomille,bardane,prêle,romarin,thym,menthe,eucalyptus,pin,cyprès,algue,spiruline,perle,caviar,propolis,gelée royale,collagène,kératine,biotine,probiotiques,céramides,allantoïne,panthénol,charbon,soufre,bambou,riz,soja,quinoa,nénuphar,lotus,magnolia,hibiscus,orchidée,violette,mimosa,genêt,immortelle,edelweiss".split(","); // prettier-ignore

const openings =
  "Une texture onctueuse à l'extrait de;Un concentré généreux de;Sa formule légère marie;Au cœur de ce soin, nous avons placé;Inspiré des jardins, il associe;Un geste simple, matin et soir, avec;Pensé pour les peaux sensibles, il contient;Récolté à la main, voici;L'alliance rare de;Toute la fraîcheur de".split(
    ";",
  );
const middles = "et de;relevé par;adouci par;soutenu par;et une pointe de".split(";");
const endings =
  "pour une peau souple et reposée;sans laisser de film gras;qui fond sous les doigts;et le teint retrouve son éclat;pour des cheveux brillants;à porter du matin au soir;qui convient à toute la famille;et tient toute la journée;pour une sensation de confort immédiate;dans un flacon rechargeable;testé sous contrôle dermatologique;sans colorant ni conservateur superflu".split(
    ";",
  );
const inci = "Aqua (Water),Glycerin,Caprylic/Capric Triglyceride,Butyrospermum Parkii (Shea) Butter,Cetearyl Olivate,Sorbitan Olivate,Cetyl Alcohol,Squalane,Sodium Hyaluronate,Tocopherol,Xanthan Gum,Phenoxyethanol,Ethylhexylglycerin,Citric Acid,Parfum (Fragrance),Citronellol,Geraniol,Propanediol,Panthenol,Betaine,Niacinamide,Zinc PCA,Allantoin,Bisabolol,Lecithin,Helianthus Annuus Seed Oil,Simmondsia Chinensis Seed Oil,Argania Spinosa Kernel Oil,Olea Europaea Fruit Oil,Cocos Nucifera Oil,Rosa Damascena Flower Water,Lavandula Angustifolia Oil,Citrus Aurantium Dulcis Peel Oil,Kaolin,Mica,Titanium Dioxide,Zinc Oxide,Dimethicone,Carbomer,Sodium Benzoate,Potassium Sorbate,Linalool,Limonene,Coumarin,Benzyl Alcohol,Stearic Acid,Cetearyl Alcohol,Polysorbate,Sodium Coco-Sulfate,Cocamidopropyl Betaine,Decyl Glucoside,Coco-Glucoside,Retinol,Ceramide NP,Cholesterol,Bakuchiol,Ascorbyl Glucoside,Tremella Fuciformis Extract,Centella Asiatica Extract,Camellia Sinensis Leaf Extract".split(","); // prettier-ignore

/** Pseudo-random integers from 0 to 2³² − 1, reproducible by seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

const next = numbers(20_261_121);
const one = <Item>(items: readonly Item[]): Item => items[next() % items.length]!;

export const sentences = Array.from(
  { length: 1_500 },
  () => `${one(openings)} ${one(ingredients)} ${one(middles)} ${one(ingredients)} ${one(endings)}.`,
);
/** Parts of compositions. */
export const segments = Array.from({ length: 800 }, () =>
  [one(inci), one(inci), one(inci), one(inci)].join(", "),
);

/** Invented names of product ranges, so that the vocabulary grows with the number of products. */
export function ranges(count: number): string[] {
  const heads = "ba,bel,bri,ca,cla,cor,da,del,dou,é,fa,flo,ga,glo,hé,i,ja,jou,la,lé,lu,ma,mel,mi,na,né,o,or,pa,per,pri,ra,ri,ro,sa,sé,so,ta,té,val,va,vi,zé".split(","); // prettier-ignore
  const tails = "bel,cia,da,del,dine,fleur,gane,la,lia,line,lis,lune,mance,mé,mine,na,nelle,nis,nore,que,ra,rance,ria,rine,ris,sance,sia,sol,ta,thé,tine,va,velle,via,zane".split(","); // prettier-ignore
  const known = new Set<string>();
  while (known.size < count)
    known.add(one(heads) + one(heads) + (next() % 3 === 0 ? one(heads) : "") + one(tails));
  return [...known];
}

/** Forenames and family names of customers. */
export const forenames = "Camille,Léa,Manon,Chloé,Inès,Jade,Louise,Alice,Lina,Emma,Rose,Anna,Julia,Nina,Hugo,Louis,Gabriel,Arthur,Jules,Adam,Paul,Noé,Théo,Élise,Zoé,Margaux,Agathe,Clémence,Maël,François".split(","); // prettier-ignore
export const familyNames = "Martin,Bernard,Dubois,Thomas,Robert,Richard,Petit,Durand,Leroy,Moreau,Simon,Laurent,Lefebvre,Michel,Garcia,David,Bertrand,Roux,Vincent,Fournier,Morel,Girard,André,Lefèvre,Mercier,Dupont,Lambert,Bonnet,François,Martinez,Aubry,Çelik,Nguyen,Haddad".split(","); // prettier-ignore
