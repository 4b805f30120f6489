// The minimal server that the shop is compared with. From its input it reads a page, whose headers and body are the
// answer to every request. Without one, each answer is the first event of a stream that never ends. Prints its port.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const page = readFileSync(0, "utf8");

function pageServer() {
  const { headers, body } = JSON.parse(page) as { headers: Record<string, string>; body: string };
  const bytes = Buffer.from(body, "base64");
  return createServer((_, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
}

function streamServer() {
  return createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write("event: hello\ndata: 0\n\n");
  });
}

const server = page === "" ? streamServer() : pageServer();
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
