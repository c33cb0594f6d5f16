import {
  LONGEST_WAIT_MS,
  waitBeside,
  withAttackedShop,
  type Attack,
  type Finding,
} from "./attack.ts";

const PAGES = ["/contact", "/connexion", "/mot-de-passe-oublie", "/confirmer-adresse?lien=x"];
/** A urlencoded type, and one that counts as multipart but was once parsed as urlencoded. */
const TYPES = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=z; a=b, application/x-www-form-urlencoded",
];
const TRIES = 20;
/** Parsing all fields takes 150 ms; the refusal page is still rendered. */
const LIMIT_MS = 40;

/** Fields whose text is normalised, with the largest body of their forms in bytes. */
const NORMALISED: [path: string, field: string, bytes: number][] = [
  ["/retractation", "name", 31_000],
  ["/retractation", "articles", 31_000],
  ["/effet-indesirable", "lot", 95_000],
  ["/contact", "message", 95_000],
  ["/confirmer-adresse?lien=x", "password", 255_000],
];

/** Posts 255 KB of fields to anonymous forms, then texts of combining marks; measures blocking time and echoed bytes. */
export const wideForms: Attack = {
  name: "wide-forms",
  run: () =>
    withAttackedShop({}, async ({ url }) => {
      const findings: Finding[] = [];
      const send = async (path: string, body: string, type = TYPES[0]!) => {
        const headers = { origin: url, "content-type": type };
        const answer = await fetch(url + path, { method: "POST", body, headers });
        return (await answer.text()).length;
      };
      for (const path of PAGES) {
        await send(path, "a=b");
        let slowest = 0;
        for (const type of TYPES) {
          const times: number[] = [];
          for (let tries = 0; tries < TRIES; tries++) {
            const begun = performance.now();
            await send(path, "a=&".repeat(85_000), type);
            times.push(performance.now() - begun);
          }
          const median = Math.round(times.sort((one, other) => one - other)[TRIES / 2]!);
          slowest = Math.max(slowest, median);
        }
        findings.push({
          figure: `${path}: one form of 85,000 fields`,
          value: slowest,
          limit: LIMIT_MS,
          unit: "ms",
        });
        const names = Array.from({ length: 20_000 }, (_one, index) => `champ${index}=`).join("&");
        const echoed = (await send(path, names)) - (await send(path, "a=b"));
        findings.push({
          figure: `${path}: bytes that come back`,
          value: echoed,
          limit: 10_000,
          unit: "B",
        });
      }
      for (const [path, field, bytes] of NORMALISED) {
        const body = new FormData();
        body.set(field, `a${"\u0301\u0316".repeat(bytes / 4)}`);
        const value = await waitBeside(url, async () => {
          const answer = await fetch(url + path, {
            method: "POST",
            body,
            headers: { origin: url },
          });
          return answer.text();
        });
        findings.push({
          figure: `/healthz beside ${bytes} bytes of marks in ${path} ${field}`,
          value,
          limit: LONGEST_WAIT_MS,
          unit: "ms",
        });
      }
      return findings;
    }),
};
