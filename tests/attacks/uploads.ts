import { createUpload } from "../support/tus.ts";
import { withAttackedShop, type Attack } from "./attack.ts";
import { orderingCustomer } from "./customers.ts";

/** A customer creates 200 uploads concurrently (limit 10), another one ten of 8 MiB (limit 32 MiB); counts the accepted ones. */
export const uploads: Attack = {
  name: "uploads",
  run: () =>
    withAttackedShop({}, async ({ url, sql }) => {
      const opened = async (times: number, size: number) => {
        const person = await orderingCustomer(url, sql);
        const answers = await Promise.all(
          Array.from({ length: times }, () => createUpload(person, { kind: "avatar", size })),
        );
        return answers.filter(({ status }) => status === 201).length;
      };
      const taken = await opened(200, 10);
      const large = await opened(10, 8 * 1024 * 1024);
      return [
        { figure: "uploads taken of 200 at once", value: taken, limit: 10 },
        {
          figure: "that one account may send ahead of its pictures",
          value: large * 8,
          limit: 32,
          unit: "MiB",
        },
      ];
    }),
};
