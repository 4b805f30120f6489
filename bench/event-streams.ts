import { connect, type Socket } from "node:net";

const OPENED_AT_ONCE = 50;

/** Opens an event stream, and resolves at its first event. */
function openStream(url: string, cookie: string, listen: (event: string) => void): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  socket.write(`GET /events HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    let text = "";
    socket.on("data", (chunk: string) => {
      const events = (text + chunk).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        if (event.includes("event: hello")) resolve(socket);
        listen(event);
      }
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error(`A stream ended: ${text.slice(0, 200)}`)));
  });
}

/** Opens a stream for each cookie. `listen` gets each event, with the number of its stream. */
export async function openStreams(
  url: string,
  cookies: readonly string[],
  listen: (event: string, stream: number) => void = () => {},
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < cookies.length) {
    const start = sockets.length;
    const next = cookies.slice(start, start + OPENED_AT_ONCE);
    const opening = next.map((cookie, n) => openStream(url, cookie, (event) => listen(event, start + n)));
    sockets.push(...(await Promise.all(opening)));
  }
  return sockets;
}
