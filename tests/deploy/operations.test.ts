// Follows docs/operations.md to the letter: runs all its commands, in order and in one shell, as root on a bare Debian that
// has the archive. Only what is in INSTEAD runs otherwise, or not at all.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { copyDebian } from "#tests/support/debian-root.ts";
import { sendRequest } from "#tests/support/hosts.ts";
// Types for `inject`.
import type {} from "#tests/support/packed-archive.ts";
import { type S3Peer, startS3 } from "#tests/support/s3.ts";
import { freePort } from "#tests/support/server.ts";
import { type SmtpPeer, smtpPeer } from "#tests/support/smtp-peer.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PAGE = readFileSync(path.join(ROOT, "docs/operations.md"), "utf8");
/** As the name of the archive has it. */
const SYSTEM = `${process.platform}-${process.arch}`;
const EMAIL = "you@shop.example";
const PASSWORD = "correct horse battery";

/** The commands in blocks of sh: a line each, or several to the end of a here-document. Comments are none. */
function commandsOf(page: string): string[] {
  return [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = ""]) =>
    [...block.matchAll(/^(?!#)(?:.*<<"?(\w+)"?\n(?:.*\n)*?\1|(?:.*\\\n)*.+)$/gm)].map(([command]) => command),
  );
}

const COMMANDS = commandsOf(PAGE);

const noSystemd = "No systemd runs here. systemd.test.ts runs the unit.";
const otherTest = "proxies.test.ts and monitoring.test.ts run it with the files of deploy/.";
const otherServer = "It needs packages that are not Debian's, or a server that was set up before.";

/** What does not run as it is written: why, and what happens instead. */
const INSTEAD: Record<string, { why: string; run?: () => Promise<void> }> = {
  "systemctl enable --now second-serve": { why: noSystemd, run: startShop },
  "systemctl start second-serve": { why: noSystemd, run: startShop },
  "systemctl stop second-serve": { why: noSystemd, run: stopShop },
  "systemctl restart second-serve": { why: noSystemd, run: () => stopShop().then(startShop) },
  "journalctl --unit second-serve --follow": { why: noSystemd },
  "systemctl daemon-reload": { why: noSystemd },
  "systemctl restart caddy": { why: noSystemd },
  "systemctl restart prometheus prometheus-alertmanager": { why: noSystemd },
  "apt-get update": { why: otherTest },
  "apt-get install --yes caddy curl": { why: otherTest },
  "curl --head https://shop.example": { why: otherTest },
  "curl --head https://shop.example/metrics": { why: otherTest },
  "amtool alert add alertname=Test severity=warning": { why: otherTest },
  "curl --silent http://127.0.0.1:9090/api/v1/query?query=up": { why: otherTest },
  "apt-get install --yes --no-install-recommends prometheus prometheus-alertmanager": {
    why: otherTest,
    run: () => run("useradd --system prometheus; mkdir -p /etc/prometheus").then(() => {}),
  },
  "apt-get install --yes postgresql-common": { why: otherServer },
  "/usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y": { why: otherServer },
  "apt-get install --yes postgresql-18": { why: otherServer },
  "runuser -u postgres -- createuser second-serve": { why: otherServer },
  "runuser -u postgres -- createdb --owner second-serve --template template0 --encoding UTF8 --locale C.UTF-8 second-serve":
    { why: otherServer },
  "runuser -u postgres -- createuser --replication --pwprompt replica": { why: otherServer },
  "runuser -u postgres -- psql -c \"select pg_create_physical_replication_slot('replica1')\"": {
    why: otherServer,
  },
  "echo 'hostssl replication replica 10.0.0.0/24 scram-sha-256' >> /etc/postgresql/18/main/pg_hba.conf": {
    why: otherServer,
  },
  'runuser -u postgres -- psql -c "select pg_reload_conf()"': { why: otherServer },
  "cd /var/lib/postgresql/18/main": { why: otherServer },
  "runuser -u postgres -- pg_basebackup -D . -R -S replica1 -d 'host=db1 user=replica sslmode=verify-full sslrootcert=/etc/ssl/db.pem'":
    { why: otherServer },
  "pgbackrest --stanza=shop stanza-create                # once": { why: otherServer },
  "pgbackrest --stanza=shop backup                       # every day": { why: otherServer },
  'pgbackrest --stanza=shop restore --delta --type=time --target="2026-11-29 08:14:01+00" --target-action=promote':
    {
      why: otherServer,
    },
};

let folder: string;
let root: string;
let shell: ChildProcess;
let output = "";
let port: number;
let smtp: SmtpPeer;
let s3: S3Peer;
/** By the command's text; a repeated command has its last output. */
const said = new Map<string, string>();

/** Runs a command in the shell. @throws with its output when it fails */
async function run(command: string): Promise<string> {
  const from = output.length;
  shell.stdin?.write(`{ ${command}\n} </dev/null; printf '\\n::%s::\\n' "$?"\n`);
  const ended = () => expect(output.slice(from)).toMatch(/\n::\d+::\n/);
  await vi.waitFor(ended, { timeout: 300_000, interval: 50 });
  const [text = "", status = "the shell ended"] = output.slice(from).split(/\n::(\d+)::\n/);
  if (status !== "0") throw new Error(`${command}\nended with ${status}:\n${text}`);
  return text;
}

/** A file of the Debian. */
const file = (name: string) => path.join(root, name);
const shopLog = () => readFileSync(file("var/log/shop.log"), "utf8");

/** Starts what the unit starts, as its user, in its folder and with its variables. */
async function startShop(): Promise<void> {
  const unit = readFileSync(file("etc/systemd/system/second-serve.service"), "utf8");
  const valuesOf = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);
  const [user] = valuesOf("User");
  const [settings = ""] = valuesOf("EnvironmentFile");
  const variables = [...readFileSync(file(settings), "utf8").trim().split("\n"), ...valuesOf("Environment")];
  const quoted = variables.map((variable) => `'${variable}'`).join(" ");
  const as = `setpriv --reuid ${user} --regid ${user} --init-groups`;
  // The log of the last start must be gone before this one is awaited.
  await run(": > /var/log/shop.log");
  await run(
    `(cd ${valuesOf("WorkingDirectory")} && exec env -i PATH=/usr/bin:/bin ${quoted} ${as} ${valuesOf("ExecStart")}) >> /var/log/shop.log 2>&1 & shop=$!`,
  );
  await expect.poll(shopLog, { timeout: 300_000 }).toContain("Second Serve is open at https://shop.example");
}

async function stopShop(): Promise<void> {
  await run('kill $shop; wait "$shop"');
}

/** What the proxy sends for a visitor. */
function visit(address: string, fields?: Record<string, string>, more: Record<string, string> = {}) {
  const headers = {
    host: "shop.example",
    "x-forwarded-for": "203.0.113.7",
    origin: "https://shop.example",
    "content-type": "application/x-www-form-urlencoded",
    ...more,
  };
  const body = fields && new URLSearchParams(fields).toString();
  return sendRequest(port, address, { method: fields ? "POST" : "GET", headers }, body);
}

async function signUp(): Promise<void> {
  const fields = { username: "you_desk", email: EMAIL, password: PASSWORD, confirm: PASSWORD };
  await visit("/auth?mode=signup", { intent: "sign-up", ...fields });
  const link = () => {
    // Long lines of a mail are wrapped.
    const text = smtp.arrived
      .find(({ to }) => to.includes(EMAIL))
      ?.raw.replaceAll("=\r\n", "")
      .replaceAll("=3D", "=");
    return /https:\/\/shop\.example(\/\S*token=[^\s"&]+)/.exec(text ?? "")?.[1];
  };
  await expect.poll(link, { timeout: 60_000 }).toBeDefined();
  const address = link() ?? "";
  const token = new URL(address, "https://shop.example").searchParams.get("token") ?? "";
  await visit(address, { intent: "verify", token });
}

async function signsIn(): Promise<boolean> {
  const { status, headers } = await visit("/auth?mode=signin", {
    intent: "sign-in",
    identifier: EMAIL,
    password: PASSWORD,
  });
  return status === 302 && String(headers["set-cookie"]).includes("__Host-");
}

/** The page's examples of names and passwords, and what the test has instead. */
function replaced(command: string): string {
  return command
    .replace("BASE_URL=https://shop.example\n", `BASE_URL=https://shop.example\nPORT=${port}\n`)
    .replaceAll("linux-x64", SYSTEM)
    .replace("smtp://user:password@mail.example:587", smtp.url)
    .replace("s3://key:secret@s3.example/backups", s3.url);
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-operations-"));
  root = path.join(folder, "debian");
  await copyDebian(root);
  const archive = inject("archive");
  copyFileSync(archive, path.join(root, "root", path.basename(archive)));
  // The next version has the same files, in a folder of its name.
  const unpacked = path.join(folder, "next");
  const names = ["0.3.0", "0.4.0"].map((version) => `second-serve-${version}-${SYSTEM}`);
  execFileSync("mkdir", [unpacked]);
  execFileSync("tar", ["-xzf", archive, "-C", unpacked, `--transform=s/^${names[0]}/${names[1]}/`]);
  execFileSync("tar", [
    "-czf",
    path.join(root, "root", `${names[1]}.tar.gz`),
    "-C",
    unpacked,
    names[1] ?? "",
  ]);
  [port, smtp, s3] = await Promise.all([freePort(), smtpPeer(["take"]), startS3()]);
  const args = [
    "--mount",
    "--pid",
    "--fork",
    "--kill-child",
    `--mount-proc=${root}/proc`,
    "chroot",
    root,
    "/bin/sh",
  ];
  shell = spawn("unshare", args, {
    env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  shell.stdout?.setEncoding("utf8").on("data", (part: string) => {
    output += part;
  });
  await run("exec 2>&1; cd");
});

afterAll(async () => {
  const ended = new Promise((resolve) => shell?.once("close", resolve));
  if (shell?.kill("SIGKILL")) await ended;
  await smtp?.close();
  await s3?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test("each command that does not run as it is written is on the page", () => {
  expect(Object.keys(INSTEAD).filter((command) => !COMMANDS.includes(command))).toEqual([]);
});

// Some forty commands, each a program that starts.
const TIMEOUT_MS = 900_000;

test("the page of operations leads from a bare Debian to a shop with backups, to the next version, back, and to a restored shop", {
  timeout: TIMEOUT_MS,
}, async () => {
  const versions: string[] = [];
  for (const command of COMMANDS) {
    if (command.endsWith(` operator ${EMAIL}`)) await signUp();
    const instead = INSTEAD[command];
    if (instead) await instead.run?.();
    else said.set(command, await run(replaced(command)));
    if (/^systemctl (enable|restart|start).* second-serve$/.test(command)) {
      const program = await run("readlink /proc/$shop/exe");
      versions.push(/second-serve-([\d.]+)-/.exec(program)?.[1] ?? program);
      expect((await visit("/rackets")).status).toBe(200);
      // Before the operator has signed up, nobody is there.
      expect(await signsIn()).toBe(said.has(`runuser -u second-serve -- second-serve operator ${EMAIL}`));
    }
  }
  expect(said.get("second-serve --version")).toMatch(/^Second Serve \d+\.\d+\.\d+/);
  expect(said.get(`runuser -u second-serve -- second-serve operator ${EMAIL}`)).toContain(
    "you_desk is an operator",
  );
  expect(said.get("runuser -u second-serve -- second-serve verify")).toContain(" is good: ");
  expect(said.get("runuser -u second-serve -- second-serve restore")).toContain(" is restored: ");
  expect(versions).toEqual(["0.3.0", "0.4.0", "0.3.0", "0.3.0"]);
});

test("the settings of the page are for its user alone, and Prometheus has their token", async () => {
  const modes = await run("stat --format '%A %U:%G' /etc/second-serve.env /etc/prometheus/metrics-token");
  expect(modes.trim().split("\n")).toEqual(["-rw-r----- root:second-serve", "-rw-r----- root:prometheus"]);
  expect(readFileSync(file("etc/prometheus/prometheus.yml"), "utf8")).toContain('["127.0.0.1:3000"]');
  const token = readFileSync(file("etc/prometheus/metrics-token"), "utf8").trim();
  expect((await visit("/metrics")).status).toBe(401);
  expect((await visit("/metrics", undefined, { authorization: `Bearer ${token}` })).status).toBe(200);
});
