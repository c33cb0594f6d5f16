import { readdirSync, readFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { insertProduct } from "../support/catalogue.ts";
import { sendAllMails, writtenMails } from "../support/mail.ts";
import { dataUrl, pagesWith, PARAMETERS } from "../support/pages.ts";
import { sendRaw } from "../support/raw-socket.ts";
import { openShop } from "../support/shop.ts";
import { sendPicture } from "../support/tus.ts";

/* Hosts and URLs from requests: threats 20 (SSRF) and 21 (Host header) of docs/threats.md. */
const shop = await openShop();
const customer = await shop.customer({ name: "Ondine Kerbrat" });
const admin = await shop.customer({ name: "Claire Aubry", isAdmin: true });
const id = await insertProduct(shop.db, { name: "crème", price: 34 });

test("20: SSRF: only the files listed here send requests, all to configured addresses", () => {
  const senders = ["app", "server"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
    )
    .filter(
      (file) =>
        /(\.server|-endpoints?)\.ts$|^server\/.*\.ts$/.test(file) && !file.includes(".test."),
    )
    .filter((file) =>
      /\bfetch\(|\bhttps?\.(get|request)\(|from "undici"/.test(readFileSync(file, "utf8")),
    );
  expect(senders.sort()).toEqual([
    // Requests to the configured S3 bucket.
    "app/media/s3.server.ts",
    "app/payments/paypal.server.ts",
    // The button's script runs in the browser; the simulator's webhooks are sent to the shop itself.
    "app/payments/simulator/button-script.server.ts",
    "app/payments/simulator/webhooks.server.ts",
    "app/relays/sendcloud.server.ts",
    // A function of the endpoints that is named fetch.
    "server/app.ts",
  ]);
});

test("20: SSRF: the shop sends no request to a URL given in any field, parameter or header", async () => {
  let requestCount = 0;
  const listener = createServer((_request, response) => {
    requestCount++;
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const url = `http://${host}/canari.jpg`;
  const names = ["name", "email", "title", "message", "text", "upload", "galleries", "photo"];
  const others = [
    "description",
    "address",
    "phone",
    "company",
    "reason",
    "key",
    "orderId",
    "items",
  ];
  const fields = Object.fromEntries(
    [...PARAMETERS, ...names, ...others].map((name) => [name, url]),
  );
  const headers = {
    origin: admin.origin,
    referer: url,
    forwarded: `host=${host}`,
    "x-forwarded-host": host,
    "x-original-url": url,
    "x-wap-profile": url,
    "paypal-cert-url": url,
    "paypal-transmission-id": "1",
    "paypal-transmission-time": "2026-11-21T00:00:00Z",
    "paypal-transmission-sig": "eA==",
    "paypal-auth-algo": "SHA256withRSA",
  };
  const post = (path: string, body: BodyInit, more: Record<string, string> = {}) =>
    admin.fetch(path, { method: "POST", body, headers: { ...headers, ...more } });
  const answers: Response[] = [];
  for (const page of pagesWith(id).filter((path) => !path.includes("deconnexion")))
    for (const path of [page, dataUrl(page)]) {
      answers.push(await admin.fetch(`${path}?${new URLSearchParams(fields)}`, { headers }));
      answers.push(await post(path, new URLSearchParams(fields)));
      answers.push(
        await post(path, JSON.stringify(fields), { "content-type": "application/json" }),
      );
    }
  const event = { id: url, event_type: "PAYMENT.CAPTURE.COMPLETED", resource: { id: url }, url };
  answers.push(
    await post("/webhooks/paypal", JSON.stringify({ ...event, links: [{ href: url }] })),
  );
  for (const answer of answers) await answer.body?.cancel();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}" width="9" height="9"/></svg>`;
  expect((await sendPicture(admin, "product", Buffer.from(svg), url)).status).toBe(422);
  await sendAllMails(shop);
  expect(requestCount).toBe(0);
  // Checks the listener itself: it counts a request that is sent to it.
  await fetch(url);
  expect(requestCount).toBe(1);
  listener.closeAllConnections();
  listener.close();
}, 60_000);

test("21: pages contain the shop's own host, never that of the Host header, even in the first request", async () => {
  const fresh = await openShop();
  const product = await insertProduct(fresh.db, { name: "huile", price: 20 });
  const pages = ["/", `/produit/${product}`, "/sitemap.xml", "/robots.txt", "/admin/account", "/x"];
  for (const path of [...pages, ...pages.map(dataUrl)]) {
    const answer = await sendRaw(
      fresh.url,
      `GET ${path} HTTP/1.1\r\nhost: ailleurs.example\r\nx-forwarded-host: ailleurs.example\r\nconnection: close\r\n\r\n`,
    );
    expect(answer, path).toMatch(/^HTTP\/1.1 /);
    expect(answer, path).not.toContain("ailleurs");
  }
});

test("21: links in mails have the shop's own host, never that of the Host header", async () => {
  await new Promise((resolve, reject) => {
    const body = `email=${encodeURIComponent(customer.email)}`;
    const sent = httpRequest(`${shop.url}/mot-de-passe-oublie`, {
      method: "POST",
      headers: {
        host: "ailleurs.example",
        "x-forwarded-host": "ailleurs.example",
        origin: shop.config.baseUrl,
        "content-type": "application/x-www-form-urlencoded",
        "content-length": body.length,
      },
    });
    sent.on("response", resolve).on("error", reject).end(body);
  });
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, customer.email);
  const mail = mails.find(({ text }) => text.includes("/nouveau-mot-de-passe"));
  expect(mail!.text).toContain(`${shop.config.baseUrl}/nouveau-mot-de-passe`);
  expect(mail!.text + mail!.html).not.toContain("ailleurs");
});
