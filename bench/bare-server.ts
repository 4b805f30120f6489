// The minimal server that the shop is compared with. `page FILE` answers every request with the headers and body in a
// file. `stream` sends the first event of a stream and leaves it open. Prints its port.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const [kind, file = ""] = process.argv.slice(2);

function pageServer() {
  const { headers, body } = JSON.parse(readFileSync(file, "utf8")) as {
    headers: Record<string, string>;
    body: string;
  };
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

const server = kind === "stream" ? streamServer() : pageServer();
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
