import type { RequestHandler } from "react-router";
import { expect, test, vi } from "vitest";
import { requestContext, type Services } from "#app/request-context.ts";
import { assertRenders } from "./render-page.ts";

const error = vi.fn<() => void>();
const services = {
  config: { baseUrl: "http://localhost:3000" },
  log: { error },
} as unknown as Services;
const handlers: Record<string, RequestHandler> = {
  rendered: async () => new Response("page"),
  failed: async () => new Response("Unexpected Server Error", { status: 500 }),
  incomplete: async (_request, context) => {
    context!.get(requestContext).services.log.error({}, "a list");
    return new Response("page");
  },
};

test("the shop starts only if it can render a page", async () => {
  await assertRenders(handlers["rendered"]!, services);
  await expect(assertRenders(handlers["failed"]!, services)).rejects.toThrow("status 500");
  expect(error).not.toHaveBeenCalled();
  await expect(assertRenders(handlers["incomplete"]!, services)).rejects.toThrow("be rendered");
  expect(error).toHaveBeenCalledTimes(1);
});
