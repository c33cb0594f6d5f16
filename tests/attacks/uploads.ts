import { createUpload } from "../support/tus.ts";
import { signedUp } from "./accounts.ts";
import { withAttackedShop, type Attack } from "./attack.ts";

/** A customer opens 200 uploads at once, where 10 may wait; and then as many bytes as are taken. */
export const uploads: Attack = {
  name: "uploads",
  run: () =>
    withAttackedShop({}, async ({ url }) => {
      const opened = async (email: string, times: number, size: number) => {
        const person = await signedUp(url, email);
        const answers = await Promise.all(
          Array.from({ length: times }, () => createUpload(person, { kind: "avatar", size })),
        );
        return answers.filter(({ status }) => status === 201).length;
      };
      const taken = await opened("parallele@exemple.fr", 200, 10);
      const large = await opened("grande@exemple.fr", 10, 8 * 1024 * 1024);
      return [
        { figure: "uploads taken of 200 at once", value: taken, limit: 10 },
        { figure: "bytes that one account may send ahead", value: large * 8, limit: 32, unit: "MiB" },
      ];
    }),
};
