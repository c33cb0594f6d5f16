import { readFile } from "node:fs/promises";
import type { Category, SellingType, Specification } from "#app/catalogue/product-schema.ts";
import type { Carrier } from "#app/delivery/carriers.ts";
import { DB_FOLDER } from "#db/folder.ts";
import type { FactTexts } from "./demo-facts.ts";

/** The folder with the demo's JSON files and pictures. */
export const DEMO = new URL("./demo/", DB_FOLDER);

/** The fields of catalogue.json that the shop uses. */
export type Product = {
  slug: string;
  name: string;
  /** Whole euros, in digits. */
  price: string;
  category: Category;
  sellingType: SellingType;
  description: string;
  composition: string;
  specifications: Specification[];
  images: string[];
} & FactTexts;

export type Person = {
  key: string;
  name: string;
  email: string;
  phone: string;
  dateOfBirth?: string;
};
export type Account = Person & { password: string };
/** A customer's delivery addresses: at home, and a relay point. */
export type Addresses = { home: string; relay: string };

export type CommentText = { author: string; rate: number; text: string; daysAgo: number };

export type OrderText = {
  customer: string;
  hoursAgo: number;
  to: "home" | "relay";
  payment: "online" | "delivery";
  isPaid: boolean;
  deliveredAfterHours?: number;
  /** The parcel with all its articles. */
  parcel?: { carrier: Carrier; trackingNumber: string; afterHours: number };
  /** Since when one piece of its first article is expected back. */
  returnHoursAgo?: number;
  /** Quantities by product slug. */
  lines: Record<string, number>;
};

export type MessageText = {
  hoursAgo: number;
  isRead: boolean;
  title: string;
  message: string;
  name: string;
  company: string;
  email: string;
  phoneNumber: string;
};

/** Reads the demo's JSON files, and « Qui Sommes Nous » in Markdown. */
export async function readTexts() {
  const [catalogue, people, comments, orders, messages, favourites, about] = await Promise.all([
    read<Product[]>("catalogue.json"),
    read<{ administrator: Account; customer: Account & Addresses; others: (Person & Addresses)[] }>(
      "people.json",
    ),
    read<Record<string, CommentText[]>>("comments.json"),
    read<OrderText[]>("orders.json"),
    read<MessageText[]>("messages.json"),
    read<string[]>("favourites.json"),
    readFile(new URL("about.md", DEMO), "utf8"),
  ]);
  return { catalogue, people, comments, orders, messages, favourites, about: about.trim() };
}

async function read<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(new URL(name, DEMO), "utf8")) as T;
}
