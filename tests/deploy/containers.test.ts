// deploy/Containerfile and deploy/compose.yaml.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Image, type Running } from "#tests/support/container.ts";
// Types for `inject`.
import type {} from "#tests/support/packed-archive.ts";
import { startPostgres } from "#tests/support/password-postgres.ts";
import { AUTH_SECRET, emptyEnvironment, freePort } from "#tests/support/server.ts";
import { findOnPath, installPackages } from "../../scripts/debian.mjs";

const VOLUME = "/var/lib/second-serve";
const USER = 10_001;

let image: Image;

beforeAll(async () => {
  image = new Image(mkdtempSync(path.join(tmpdir(), "second-serve-image-")));
  await image.build(inject("archive"));
});

afterAll(() => image.remove());

/** @param host the host name that a visitor asks for */
function statusOf(port: number, address: string, host = `127.0.0.1:${port}`): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = request({ host: "127.0.0.1", port, path: address, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once("error", () => resolve(undefined)).end();
  });
}

async function untilReady(shop: Running, port: number): Promise<void> {
  await expect
    .poll(async () => shop.child.exitCode ?? (await statusOf(port, "/readyz")), { timeout: 120_000 })
    .not.toBe(undefined);
  expect(`${await statusOf(port, "/readyz")} ${shop.output()}`).toMatch(/^200 /);
}

/** Sends the signal of the image to the process that a container engine would send it to. */
async function stop(shop: Running): Promise<void> {
  const { StopSignal } = await image.config();
  const inside = shop.processes();
  const main = inside.find(
    ({ program, parent }) => program === "node" && !inside.some(({ pid }) => pid === parent),
  );
  process.kill(main!.pid, StopSignal as NodeJS.Signals);
  expect(`${await shop.ended} ${shop.output()}`).toMatch(/^0 /);
}

test("the image has a user without rights, a volume, a port, a health check and a stop signal", async () => {
  expect(await image.config()).toMatchObject({
    User: `${USER}:${USER}`,
    WorkingDir: VOLUME,
    Volumes: { [VOLUME]: {} },
    ExposedPorts: { "3000/tcp": {} },
    StopSignal: "SIGTERM",
    Healthcheck: { Test: ["CMD", ...Array(3).fill(expect.any(String))] },
  });
});

test("a container starts with an empty volume as its user, is healthy, keeps its data there, and stops cleanly", async () => {
  const { Healthcheck, Entrypoint } = await image.config();
  const [, ...healthCheck] = Healthcheck.Test;
  const port = await freePort();
  const options = [`--env=PORT=${port}`, `--env=BASE_URL=http://127.0.0.1:${port}`];
  const container = await image.container();
  const root = await image.buildah("mount", container);
  writeFileSync(path.join(image.folder, "before"), "");
  await expect(image.execute(container, healthCheck, options)).rejects.toThrow("ECONNREFUSED");

  const shop = await image.start(container, options);
  await untilReady(shop, port);
  expect(await statusOf(port, "/rackets")).toBe(200);
  await image.execute(container, healthCheck, options);
  const inside = shop.processes();
  expect(new Set(inside.map(({ program }) => program))).toEqual(new Set(["dash", "node", "postgres"]));
  expect(new Set(inside.map(({ uid }) => uid))).toEqual(new Set([USER]));
  await stop(shop);

  const log = await image.execute(container, ["tail", "-n", "1", `${VOLUME}/postgres.log`]);
  expect(log).toContain("database system is shut down");
  const others = ["(", "-path", `${root}${VOLUME}`, "-o", "-path", `${root}/tmp`, ")", "-prune"];
  const newer = ["-newer", path.join(image.folder, "before"), "-type", "f", "-print"];
  expect(await image.run("find", root, ...others, "-o", ...newer)).toBe("");
  // Other commands use the same volume.
  const said = await image
    .execute(container, [...Entrypoint, "operator", "nobody@shop.example"])
    .catch(String);
  expect(said).toContain("nobody@shop.example");
});

type Service = {
  image: string;
  environment: Record<string, string>;
  secrets?: { source: string }[];
  volumes: string[];
  command?: string[];
  stop_grace_period?: string;
};
type Network = { enable_ipv6?: boolean; ipam: { config: { subnet: string }[] } };
type Composed = {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, Network>;
};

const SETTINGS = "SHOP_HOST=shop.example\nSUPPORT_EMAIL=support@shop.example\nSMTP_URL=smtp://127.0.0.1:1\n";

/** The folder `deploy` of deploy/README.md, after an update. */
function deployed(): string {
  const folder = path.join(image.folder, "deploy");
  mkdirSync(path.join(folder, "secrets"), { mode: 0o700, recursive: true });
  writeFileSync(path.join(folder, ".env"), SETTINGS);
  const archive = inject("archive");
  symlinkSync(archive, path.join(image.folder, path.basename(archive)));
  const [unpack = ""] = /^tar .*$/m.exec(readFileSync("deploy/README.md", "utf8")) ?? [];
  const name = path.basename(archive, ".tar.gz");
  const command = unpack.replaceAll(/second-serve-[\d.]+-linux-\w+/g, name);
  execFileSync("sh", ["-c", command], { cwd: image.folder });
  return folder;
}

/** The compose file as docker-compose understands it, which refuses what is not in the specification. */
function composed(folder: string): Composed {
  if (!findOnPath(["docker-compose"])) installPackages("docker-compose", [["docker-compose"]]);
  const options = { cwd: folder, env: image.env, encoding: "utf8" as const };
  const yaml = execFileSync("docker-compose", ["--file", "compose.yaml", "config"], options);
  const program = "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout, default=str)";
  return JSON.parse(execFileSync("python3", ["-c", program], { ...options, input: yaml }));
}

test("the compose file is valid, and starts the image with PostgreSQL and secrets in files", async () => {
  const folder = deployed();
  const { services, secrets, networks } = composed(folder);
  expect(Object.keys(services).sort()).toEqual(["caddy", "postgres", "shop"]);
  const { shop, postgres } = services as { shop: Service; postgres: Service };
  const settings = Object.keys({ ...emptyEnvironment(), SHOP_HOST: "" });
  const names = Object.keys(shop.environment).map((name) => name.replace(/_FILE$/, ""));
  expect(names.filter((name) => !settings.includes(name))).toEqual([]);
  const unit = readFileSync(path.join(folder, "second-serve.service"), "utf8");
  expect(unit).toContain(`TimeoutStopSec=${shop.stop_grace_period?.replace(/s$/, "")}\n`);
  // Visitors of either kind are who they are only in a network of this kind that the shop trusts.
  const { enable_ipv6, ipam } = networks.web!;
  const subnets = ipam.config.map(({ subnet }) => subnet);
  expect(shop.environment.TRUSTED_PROXIES?.split(", ")).toEqual(subnets);
  expect([enable_ipv6, subnets.map((subnet) => subnet.includes(":"))]).toEqual([true, [false, true]]);

  const password = "a password / with : and @";
  const database = await startPostgres({
    user: postgres.environment.POSTGRES_USER!,
    password,
    initdb: postgres.environment.POSTGRES_INITDB_ARGS!.split(" "),
    settings: Object.fromEntries(
      postgres
        .command!.filter((word) => word.includes("="))
        .map((word) => word.split("=") as [string, string]),
    ),
  });
  const url = `postgresql://second_serve:${encodeURIComponent(password)}@postgres:${database.port}/second_serve`;
  const contents: Record<string, string> = {
    "auth-secret": AUTH_SECRET,
    "database-url": url,
    "postgres-password": password,
  };
  for (const [name, { file }] of Object.entries(secrets)) {
    writeFileSync(file, `${contents[name]}\n`);
    chmodSync(file, 0o644);
  }
  const port = await freePort();
  const container = await image.container("--add-host=postgres:127.0.0.1");
  const running = await image.start(container, [
    `--env=PORT=${port}`,
    ...Object.entries(shop.environment).map(([name, value]) => `--env=${name}=${value}`),
    ...shop.secrets!.map(({ source }) => `--volume=${secrets[source]!.file}:/run/secrets/${source}:ro`),
  ]);
  try {
    await untilReady(running, port);
    expect(await statusOf(port, "/rackets", "shop.example")).toBe(200);
    expect(new Set(running.processes().map(({ program }) => program))).toEqual(new Set(["node"]));
    expect(running.output()).not.toMatch(/is not set/);
    await stop(running);
  } finally {
    await database.stop();
  }
});
