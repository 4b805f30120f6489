// Varnish of Debian with the files of deploy/, in which only addresses and ports are replaced.
import { spawn } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { deployed, isOpen, programOf, user } from "./proxies.ts";

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

export interface Varnish {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts Varnish on this port of 127.0.0.1, from which it also takes purges. */
export async function startVarnish({ port, servers, https = true }: Options): Promise<Varnish> {
  const program = programOf("varnishd", "varnish");
  const folder = mkdtempSync(path.join(tmpdir(), "second-serve-varnish-"));
  const file = path.join(folder, "default.vcl");
  const backend = (address: string) => `.host = "${address}";\n  .port = "3000";`;
  const local = (server: number) => `.host = "127.0.0.1";\n  .port = "${server}";`;
  const content = deployed("varnish.vcl", [
    [backend("10.0.0.11"), local(servers[0])],
    [backend("10.0.0.12"), local(servers[1])],
    ['"10.0.0.11";', '"127.0.0.1";'],
    ['"10.0.0.12";', '"127.0.0.1";'],
    ...(https ? [] : ([["__Host-", ""]] as const)),
  ]);
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
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`Varnish ended with ${child.exitCode}:\n${output}`);
      if (!(await isOpen(port))) throw new Error(`Varnish is not open:\n${output}`);
    },
    { timeout: 60_000, interval: 20 },
  );
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
