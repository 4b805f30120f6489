// nginx and Caddy of Debian with the files of deploy/, in which only addresses, ports and paths are replaced.
import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
} from "node:http2";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { vi } from "vitest";
import { deployed, isOpen, programOf, user } from "./programs.ts";
import { freePort } from "./server.ts";

/** The name of the shop in the files of deploy/. */
export const SHOP_NAME = "shop.example";

export type RunningProxy = {
  /** The ports of 127.0.0.1 for http and https. */
  readonly http: number;
  readonly https: number;
  /** In PEM, as the authority of itself. */
  readonly certificate: Buffer;
  /** All that it has logged. */
  log(): string;
  stop(): Promise<void>;
};

/** Makes a folder with a certificate in it. */
function folderWithCertificate(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "second-serve-proxy-"));
  const [certificate, key] = ["fullchain.pem", "privkey.pem"].map((name) => path.join(folder, name));
  const name = ["-subj", `/CN=${SHOP_NAME}`, "-addext", `subjectAltName=DNS:${SHOP_NAME}`];
  const files = ["-keyout", key ?? "", "-out", certificate ?? ""];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  execFileSync("openssl", ["req", "-x509", "-nodes", ...curve, ...name, ...files], { stdio: "pipe" });
  return folder;
}

type Starting = {
  readonly folder: string;
  readonly ports: Pick<RunningProxy, "http" | "https">;
  readonly file: string;
  readonly content: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** The name of a file to which it logs beside its output. */
  readonly logFile?: string;
};

async function started({
  folder,
  ports,
  file,
  content,
  command,
  env,
  logFile,
}: Starting): Promise<RunningProxy> {
  writeFileSync(path.join(folder, file), content);
  if (user.uid !== undefined)
    for (const name of ["", file, "fullchain.pem", "privkey.pem"])
      chownSync(path.join(folder, name), user.uid, user.gid);
  const [program, ...args] = command;
  const child = spawn(program, args, {
    ...user,
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: folder, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      output += part;
    });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${output}`);
      if (!(await isOpen(ports.https))) throw new Error(`It is not open:\n${output}`);
    },
    { timeout: 30_000, interval: 20 },
  );
  return {
    ...ports,
    certificate: readFileSync(path.join(folder, "fullchain.pem")),
    log: () => output + (logFile ? readFileSync(path.join(folder, logFile), "utf8") : ""),
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param servers two ports of 127.0.0.1 */
export async function startNginx(servers: readonly [number, number]): Promise<RunningProxy> {
  const program = programOf("nginx");
  const folder = folderWithCertificate();
  const ports = { http: await freePort(), https: await freePort() };
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `  ${name}_temp_path ${folder}/${name};\n`,
  );
  const content = deployed("nginx.conf", [
    ["user www-data;\n", ""],
    ["/run/nginx.pid", `${folder}/nginx.pid`],
    ["/var/log/nginx/error.log", "stderr"],
    ["/var/log/nginx/access.log", `${folder}/access.log`],
    ["/var/www/html", folder],
    [`/etc/letsencrypt/live/${SHOP_NAME}`, folder],
    ["http {\n", `http {\n${temporary.join("")}`],
    ["    listen [::]:80;\n", ""],
    ["    listen [::]:443 ssl http2;\n", ""],
    ["    listen [::]:443 ssl http2 default_server;\n", ""],
    ["listen 80;", `listen 127.0.0.1:${ports.http};`],
    ["listen 443 ssl", `listen 127.0.0.1:${ports.https} ssl`],
    ["10.0.0.11:3000", `127.0.0.1:${servers[0]}`],
    ["10.0.0.12:3000", `127.0.0.1:${servers[1]}`],
  ]);
  const file = path.join(folder, "nginx.conf");
  const command = [program, "-e", "stderr", "-c", file, "-g", "daemon off;"] as const;
  return started({ folder, ports, file: "nginx.conf", content, command, logFile: "access.log" });
}

/**
 * Its log has more than an operator's, which names requests only when something rare happens.
 * @param servers ports of 127.0.0.1
 */
export async function startCaddy(servers: readonly number[]): Promise<RunningProxy> {
  const program = programOf("caddy");
  const folder = folderWithCertificate();
  const ports = { http: await freePort(), https: await freePort() };
  const site = "{$SHOP_HOST:shop.example} {\n";
  const content = deployed("Caddyfile", [
    [
      "\n{\n",
      `\n{\n\tdebug\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n`,
    ],
    [site, `${site}\ttls ${folder}/fullchain.pem ${folder}/privkey.pem\n`],
  ]);
  const command = [program, "run", "--config", path.join(folder, "Caddyfile")] as const;
  const env = { SHOP_SERVERS: servers.map((port) => `127.0.0.1:${port}`).join(" ") };
  return started({ folder, ports, file: "Caddyfile", content, command, env });
}

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

async function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  const head = new Promise<IncomingHttpHeaders & { ":status"?: number }>((resolve, reject) =>
    stream.once("response", resolve).once("error", reject),
  );
  const [headers, body] = await Promise.all([head, text(stream)]);
  return { status: headers[":status"] ?? 0, headers, body };
}

/** A visitor of the shop, through a proxy, by HTTP/2. */
export class ProxyClient {
  readonly #connect: () => ClientHttp2Session;
  #session: ClientHttp2Session | undefined;

  /** @param localAddress an address of this machine, such as 127.0.0.2, by which the proxy knows the visitor */
  constructor({ https, certificate }: RunningProxy, localAddress = "127.0.0.1") {
    const options = { host: "127.0.0.1", port: https, servername: SHOP_NAME, ca: certificate, localAddress };
    this.#connect = () =>
      connect(`https://${SHOP_NAME}`, {
        createConnection: () => connectTls({ ...options, ALPNProtocols: ["h2"] }),
      });
  }

  get session(): ClientHttp2Session {
    if (this.#session) return this.#session;
    const session = this.#connect();
    this.#session = session;
    const end = () => {
      if (this.#session === session) this.#session = undefined;
    };
    // Proxies end a connection after a thousand requests. Open requests end first.
    session.once("goaway", end).once("close", end);
    // Each request that fails says so itself.
    session.on("error", () => {});
    return session;
  }

  open(address: string, headers: Readonly<Record<string, string>> = {}) {
    return this.session.request({ ":path": address, ...headers });
  }

  /**
   * Sends a request, with POST if there is a body. Resolves when the whole answer has arrived. A request that came after
   * the last one of a connection is sent again, as browsers do.
   */
  async ask(
    address: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string | Uint8Array,
  ): Promise<Answer> {
    const method = body === undefined ? "GET" : "POST";
    for (;;) {
      const stream = this.open(address, { ":method": method, origin: `https://${SHOP_NAME}`, ...headers });
      try {
        return await answerOf(stream.end(body));
      } catch (error) {
        if (stream.rstCode !== constants.NGHTTP2_REFUSED_STREAM) throw error;
      }
    }
  }

  close(): void {
    this.#session?.destroy();
  }
}
