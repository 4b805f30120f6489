// deploy/second-serve.service, in a booted copy of this machine's system: systemd-nspawn gives it /usr, read-only, and
// an empty rest. It shares the network.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
// Types for `inject`.
import type {} from "#tests/support/packed-archive.ts";
import { endedCleanly } from "#tests/support/postmaster.ts";
import { freePort } from "#tests/support/server.ts";
import { findOnPath, installPackages } from "../../scripts/debian.mjs";

const UNIT = "second-serve.service";
const USER = "second-serve";
const STATE = "/var/lib/second-serve";

let folder: string;
let machine: ChildProcess;
let url: string;

/** Runs a program in the machine, as root. Returns what it says on standard output. */
async function inside(...command: string[]): Promise<string> {
  return (await outputInside(...command)).stdout.trim();
}

async function outputInside(...command: string[]): Promise<{ stdout: string; stderr: string }> {
  const children = readFileSync(`/proc/${machine.pid}/task/${machine.pid}/children`, "utf8");
  const spaces = ["--mount", "--pid", "--uts", "--ipc", "--cgroup"];
  const [init = ""] = children.trim().split(" ");
  const options = { env: { PATH: "/usr/bin:/usr/sbin" }, maxBuffer: 2 ** 26 };
  return promisify(execFile)("nsenter", ["--target", init, ...spaces, ...command], options);
}

const property = (name: string) => inside("systemctl", "show", "--value", "--property", name, UNIT);

const status = (address: string) =>
  fetch(url + address).then(
    (response) => response.status,
    () => undefined,
  );

const ready = () => expect.poll(() => status("/readyz"), { timeout: 120_000 }).toBe(200);

beforeAll(async () => {
  if (!findOnPath(["systemd-nspawn"]))
    installPackages("systemd-nspawn", [["systemd", "systemd-container", "libnss-systemd"]]);
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-systemd-"));
  const place = (name: string) => path.join(folder, name);
  chmodSync(folder, 0o755);
  mkdirSync(place("state"));
  mkdirSync(place("program"));
  await promisify(execFile)("tar", ["-xzf", inject("archive"), "-C", place("program")]);
  const [program = ""] = readdirSync(place("program"));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  writeFileSync(place("settings"), `PORT=${port}\nDEMO_DATA=on\n`);
  const binds = {
    [place(`program/${program}`)]: "/opt/second-serve",
    [path.resolve("deploy", UNIT)]: `/etc/systemd/system/${UNIT}`,
    [place("settings")]: "/etc/second-serve.env",
  };
  machine = spawn(
    "systemd-nspawn",
    [
      ...["--quiet", "--register=no", "--keep-unit", `--machine=${path.basename(folder).toLowerCase()}`],
      ...["--directory=/", "--volatile=yes", `--bind=${place("state")}:${STATE}`],
      ...Object.entries(binds).map(([from, to]) => `--bind-ro=${from}:${to}`),
      // No other service of this machine: they would use the same ports.
      ...["--boot", "systemd.unit=basic.target", "systemd.firstboot=off"],
    ],
    { stdio: "ignore", env: { PATH: process.env.PATH } },
  );
  await vi.waitFor(() => inside("systemctl", "is-active", "basic.target"), {
    timeout: 60_000,
    interval: 200,
  });
  await inside(
    "useradd",
    "--system",
    "--user-group",
    "--home-dir",
    STATE,
    "--shell",
    "/usr/sbin/nologin",
    USER,
  );
});

afterAll(async () => {
  const ended = new Promise((resolve) => machine?.once("exit", resolve));
  if (machine?.kill("SIGTERM")) await ended;
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test("systemd finds no fault in the unit, and almost no danger", async () => {
  // Its warnings are on standard error.
  expect(await outputInside("systemd-analyze", "verify", UNIT)).toEqual({ stdout: "", stderr: "" });
  // In tenths of the scale from 0 to 10.
  await inside("systemd-analyze", "security", "--offline=true", "--threshold=15", UNIT);
});

test("the unit starts the shop as its user, with pictures and PostgreSQL, survives kill -9, and stops cleanly", async () => {
  await inside("systemctl", "enable", "--now", UNIT);
  await ready();
  const html = await (await fetch(`${url}/rackets`)).text();
  const [picture = ""] = html.match(/\/photos\/[\w./-]+/) ?? [];
  // The first request for a demo picture renders it, in a process of its own.
  expect(`${picture} ${await status(picture)}`).toBe(`${picture} 200`);

  const listed = await inside("sh", "-c", `ps --no-headers -eo user:20,comm,unit | grep ${UNIT}`);
  const processes = listed.split("\n").map((line) => line.trim().split(/\s+/));
  expect(new Set(processes.map(([user]) => user))).toEqual(new Set([USER]));
  expect(processes.map(([, program]) => program)).toContain("postgres");
  const main = await property("MainPID");
  const restricted = await inside("cat", `/proc/${main}/status`);
  for (const line of ["NoNewPrivs:\t1", "Seccomp:\t2", "CapBnd:\t0000000000000000"])
    expect(restricted).toContain(line);

  await inside("kill", "-KILL", main);
  await expect.poll(() => property("NRestarts")).toBe("1");
  await ready();
  await inside("systemctl", "stop", UNIT);
  expect(await property("Result")).toBe("success");
  expect(await property("ExecMainStatus")).toBe("0");
  expect(endedCleanly(path.join(folder, "state"))).toBe(true);
  const log = await inside("journalctl", "--no-pager", "--output=cat", `--unit=${UNIT}`);
  expect(log).not.toMatch(/EPERM|not permitted|EACCES|EROFS/);
});
