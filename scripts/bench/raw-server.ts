import { createServer } from "node:http";

/** The limit: node:http answering every request with the same bytes. Told once, over the process's channel. */
type Fixed = { head: string[]; body: string };

process.once("message", ({ head, body }: Fixed) => {
  const bytes = Buffer.from(body, "base64");
  const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
    response.writeHead(200, head);
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send!(typeof address === "object" && address ? address.port : 0);
  });
});
