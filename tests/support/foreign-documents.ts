import { mkdirSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import type { DocumentsFolder } from "./documents.ts";

export const uid = "Kq3vTz8LmNc0PxR5sWyB2dFgHjA1";
const storageUrl = (path: string) =>
  `https://firebasestorage.googleapis.com/v0/b/shop.appspot.com/o/${encodeURIComponent(path)}?alt=media&token=1`;
export const foreignProduct = {
  id: "aB3dEf7hIjKlMnOpQrSt",
  uid,
  name: "Crème de Nuit",
  price: "34",
  composition: "Aqua",
  category: "Soins de la peau",
  description: "Pour la nuit",
  spcifications: [{ value: "50 ml", name: "Contenance" }],
  createdAt: 1_708_300_000_000,
  updatedAt: "",
  rating: "4.5",
  sellingTypes: "en Vedette",
  favori: [uid, "parti"],
  galleries: [
    storageUrl(`images/${uid}/creme de nuit.png`),
    storageUrl(`images/${uid}/perdue.png`),
    storageUrl(`images/${uid}/dessin.svg`),
  ],
  comments: [
    { rate: 5, text: "Parfaite", uid, profil: "", name: "Claire", createdAt: 1_708_400_000_000 },
    {
      rate: "4",
      text: "Bien",
      uid: "parti",
      profil: "https://x.fr/p.jpg",
      name: "Paul",
      createdAt: { seconds: 1_708_500_000, nanoseconds: 5e8 },
    },
  ],
  stock: { depot: 12 },
};
export const foreignOrder = {
  id: "Zy9xWvUtSrQpOnMlKjIh",
  uid,
  totalPrice: 68,
  shippingMethode: "Point de relais",
  cartItems: [
    {
      name: "crème de nuit",
      id: foreignProduct.id,
      image: foreignProduct.galleries[0],
      price: "34",
      qty: 2,
    },
  ],
  shippingAddresse: "14 rue des Lilas",
  phoneNumber: "33612345678",
  payementMethode: "Paiement securisé en ligne",
  shippingPeriod: "Entre le 19 février 2024 et le 23 février 2024",
  customName: "Claire Aubry",
  isPaid: true,
  email_address: "claire@paypal.fr",
  createdAt: 1_708_350_000_000,
  isShipped: false,
};

/** Writes the documents of a shop on a hosted document database: foreign ids and URLs, other types, unknown fields. */
export async function writeForeign({ at, write }: DocumentsFolder, name: string): Promise<void> {
  write(name, "auth.jsonl", [{ uid, displayName: "Claire", email: "Claire@Exemple.fr" }]);
  write(name, "users.jsonl", [
    {
      name: "Claire Aubry",
      dateDeNaissance: "31/05/1990",
      phone: "",
      email: "claire@exemple.fr",
      photo: "",
      isAdmin: true,
      uid,
    },
    {
      uid: "sansCompte",
      name: "Anne",
      dateDeNaissance: "",
      phone: "",
      email: "anne@exemple.fr",
      photo: "",
      isAdmin: false,
    },
  ]);
  write(name, "products.jsonl", [foreignProduct]);
  write(name, "favorites.jsonl", [{ ...foreignProduct, uid, stock: undefined }]);
  write(name, "orders.jsonl", [foreignOrder]);
  write(name, "messages.jsonl", [
    {
      id: foreignOrder.id,
      title: "Commande",
      message: "payée",
      isRead: false,
      email: "",
      campany: "",
      name: "",
      phoneNumber: "",
    },
    {
      id: "m1",
      title: "Bonjour",
      message: "…",
      isRead: true,
      email: "a@b.fr",
      campany: "Alba",
      name: "Anne",
      phoneNumber: "1",
    },
  ]);
  write(name, "promotions.jsonl", [{ id: "p" }]);
  mkdirSync(at(name, "files", "images", uid), { recursive: true });
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: "#7a2340" } });
  await picture.png().toFile(at(name, "files", "images", uid, "creme de nuit.png"));
  writeFileSync(
    at(name, "files", "images", uid, "dessin.svg"),
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
  );
}
