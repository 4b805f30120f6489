// Builds and runs the image of deploy/Containerfile with Debian's Buildah, without a registry and without a daemon.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { findOnPath, installPackages } from "../../scripts/debian.mjs";
import { copyDebian } from "./debian-root.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const BASE = "localhost/base";
const IMAGE = "localhost/second-serve";

/** What the image says about itself. */
type ImageConfig = {
  User: string;
  Env: string[];
  Cmd: string[];
  Entrypoint: string[];
  WorkingDir: string;
  Volumes: Record<string, object>;
  ExposedPorts: Record<string, object>;
  StopSignal: string;
  Healthcheck: { Test: string[] };
};

type Process = { pid: number; parent: number; uid: number; program: string };

/** The processes whose root is below a folder, except those of Buildah itself. */
function processesBelow(folder: string): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const program = path.basename(readlinkSync(`/proc/${name}/exe`));
        if (!readlinkSync(`/proc/${name}/root`).startsWith(folder) || /buildah/.test(program)) return [];
        const status = readFileSync(`/proc/${name}/status`, "utf8");
        const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(status)?.[1]);
        return [{ pid: Number(name), parent: field("PPid"), uid: field("Uid"), program }];
      } catch {
        return []; // A thread of the kernel, or a process that has ended since.
      }
    });
}

export type Running = {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output(): string;
  /** The processes of all containers that run. */
  processes(): Process[];
};

/** The image, in a storage of its own. */
export class Image {
  readonly folder: string;
  /** No others: Buildah passes some on to what it runs. */
  readonly env: NodeJS.ProcessEnv;

  /** @param folder an existing folder; about 2 GB are written to it */
  constructor(folder: string) {
    this.folder = folder;
    this.env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder };
  }

  async run(program: string, ...args: string[]): Promise<string> {
    const options = { env: this.env, maxBuffer: 2 ** 26 };
    const { stdout } = await promisify(execFile)(program, args, options);
    return stdout.trim();
  }

  /** Buildah, where neither overlays nor namespaces of users are needed. */
  #storage(): string[] {
    const place = (name: string) => path.join(this.folder, name);
    return ["--storage-driver", "vfs", "--root", place("storage"), "--runroot", place("run")];
  }

  buildah(...args: string[]): Promise<string> {
    return this.run("buildah", ...this.#storage(), ...args);
  }

  async #buildBase(): Promise<void> {
    const container = await this.buildah("from", "scratch");
    await copyDebian(await this.buildah("mount", container));
    await this.buildah("commit", "--quiet", "--rm", container, BASE);
  }

  /** @param archive what `npm run package` wrote; the only archive of its folder */
  async build(archive: string): Promise<void> {
    if (!findOnPath(["buildah"])) installPackages("Buildah", [["buildah"]]);
    await this.#buildBase();
    await this.buildah(
      ...["build", "--quiet", "--isolation", "chroot", "--format", "docker", "--build-arg", `BASE=${BASE}`],
      ...["--file", path.join(ROOT, "deploy/Containerfile"), "--tag", IMAGE, path.dirname(archive)],
    );
  }

  async config(): Promise<ImageConfig> {
    const { Docker } = JSON.parse(await this.buildah("inspect", "--type", "image", IMAGE));
    return Docker.config;
  }

  /** A container, which does not run yet. @returns its name */
  container(...options: string[]): Promise<string> {
    return this.buildah("from", ...options, IMAGE);
  }

  #inside(container: string, command: readonly string[], options: readonly string[]): string[] {
    return ["run", "--isolation", "chroot", ...options, container, "--", ...command];
  }

  /** Runs a command to its end, as the image's user. @returns its output */
  execute(container: string, command: readonly string[], options: readonly string[] = []): Promise<string> {
    return this.buildah(...this.#inside(container, command, options));
  }

  /** Starts what the image starts. @param options of `buildah run`, such as `--env=A=B` */
  async start(container: string, options: readonly string[]): Promise<Running> {
    const { Entrypoint, Cmd } = await this.config();
    const args = this.#inside(container, [...Entrypoint, ...Cmd], options);
    const child = spawn("buildah", [...this.#storage(), ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: this.env,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (part: string) => {
        output += part;
      });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    return {
      child,
      ended,
      output: () => output,
      processes: () => processesBelow(this.folder),
    };
  }

  async remove(): Promise<void> {
    for (const { pid } of processesBelow(this.folder)) process.kill(pid, "SIGKILL");
    await this.buildah("rm", "--all");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
