// Varnish of Debian with the files of deploy/, in which only addresses and ports are replaced.
import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { deployed, isOpen, programOf, user } from "./programs.ts";

const UNIT = readFileSync(path.resolve(import.meta.dirname, "../../deploy/varnish-unit.conf"), "utf8");

/** Parameters and memory, as an operator's unit has them. */
const PARAMETERS = [...UNIT.matchAll(/ (-[ps]) (\S+)/g)].flatMap(([, option = "", value = ""]) => [
  option,
  value,
]);

interface Options {
  readonly port: number;
  /** Ports of 127.0.0.1, on which the two servers of the shop are. */
  readonly servers: readonly [number, number];
  /** Whether the shop is at https, so that its cookies have a prefix. */
  readonly https?: boolean;
}

const vclOf = ({ servers, https = true }: Omit<Options, "port">) =>
  deployed("varnish.vcl", [
    [backend("10.0.0.11", 3000), backend("127.0.0.1", servers[0])],
    [backend("10.0.0.12", 3000), backend("127.0.0.1", servers[1])],
    ['"10.0.0.11";', '"127.0.0.1";'],
    ['"10.0.0.12";', '"127.0.0.1";'],
    ...(https ? [] : ([["__Host-", ""]] as const)),
  ]);

const backend = (host: string, port: number) => `.host = "${host}";\n  .port = "${port}";`;

export interface Varnish {
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts Varnish with the file of deploy/ on this port of 127.0.0.1, from which it also takes purges. */
export function startVarnish({ port, ...options }: Options): Promise<Varnish> {
  return runVarnish(port, vclOf(options));
}

/** Starts Varnish as it comes, in front of one server. */
export function startPlainVarnish(port: number, server: number): Promise<Varnish> {
  return runVarnish(port, `vcl 4.1;\nbackend default {\n  ${backend("127.0.0.1", server)}\n}\n`);
}

async function runVarnish(port: number, content: string): Promise<Varnish> {
  const program = programOf("varnishd", "varnish");
  const folder = mkdtempSync(path.join(tmpdir(), "second-serve-varnish-"));
  const file = path.join(folder, "default.vcl");
  writeFileSync(file, content);
  if (user.uid !== undefined) for (const name of [folder, file]) chownSync(name, user.uid, user.gid);
  const places = ["-F", "-a", `127.0.0.1:${port}`, "-T", "none", "-n", path.join(folder, "work"), "-f", file];
  const child = spawn(program, [...places, "-l", "4m", ...PARAMETERS], {
    ...user,
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: folder },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      output += part;
    });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for (let waited = 0; !(await isOpen(port)); waited += 20) {
    if (child.exitCode !== null || waited > 60_000) throw new Error(`Varnish did not start:\n${output}`);
    await delay(20);
  }
  return {
    child,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
