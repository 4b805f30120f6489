import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { nameOfBackup } from "#app/features/backup/retention.ts";
import { pictureFile } from "#app/features/photos/photo.ts";
import { migrate } from "#server/migrate.ts";
import { type Replicated, startReplicated } from "#tests/support/replicated-database.ts";
import { AUTH_SECRET, freePort, startServer, type TestServer } from "#tests/support/server.ts";
import { findOnPath, installPackages } from "../../scripts/debian.mjs";

const DEPLOY = path.resolve("deploy");
const TOKEN = "0123456789abcdef0123456789abcdef";

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "second-serve-monitoring-"));
  folders.push(folder);
  return folder;
}

beforeAll(() => {
  if (!findOnPath(["amtool"])) installPackages("Prometheus", [["prometheus", "prometheus-alertmanager"]]);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const promtool = (...args: string[]) => execFileSync("promtool", args, { encoding: "utf8", stdio: "pipe" });

/** A folder with the files of deploy/ as an operator has them. Returns the path of its prometheus.yml. */
function configured(change = (text: string) => text): string {
  const folder = newFolder();
  cpSync(path.join(DEPLOY, "prometheus-rules.yml"), path.join(folder, "prometheus-rules.yml"));
  writeFileSync(path.join(folder, "metrics-token"), TOKEN);
  const file = path.join(folder, "prometheus.yml");
  writeFileSync(file, change(readFileSync(path.join(DEPLOY, "prometheus.yml"), "utf8")));
  return file;
}

test("the configuration with its rules is valid", () => {
  expect(promtool("check", "config", "--lint-fatal", configured())).toContain("rules found");
});

test("the configuration of Alertmanager is valid, and sends each alert to the operators", () => {
  const file = path.join(DEPLOY, "alertmanager.yml");
  const amtool = (...args: string[]) => execFileSync("amtool", args, { encoding: "utf8", stdio: "pipe" });
  expect(amtool("check-config", file)).toContain("SUCCESS");
  expect(amtool("config", "routes", "test", `--config.file=${file}`, "alertname=ShopDown")).toContain(
    "operators",
  );
});

test("each alert fires when it should, and not when it should not", () => {
  promtool("test", "rules", "tests/deploy/prometheus-rules.test.yml");
  const rules = readFileSync(path.join(DEPLOY, "prometheus-rules.yml"), "utf8");
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const tests = readFileSync("tests/deploy/prometheus-rules.test.yml", "utf8");
  const shown = [...tests.matchAll(/alertname="(\w+)"[^[]*exp_samples: \[(\{|\])/g)];
  const cases = (of: string) => new Set(shown.filter(([, , first]) => first === of).map(([, name]) => name));
  expect(cases("{")).toEqual(new Set(alerts));
  expect(cases("]")).toEqual(new Set(alerts));
});

type Series = { metric: Record<string, string>; value: [number, string] };
type Rule = {
  name: string;
  query: string;
  state: string;
  health: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
};
type Panel = { title: string; targets?: { expr: string; legendFormat?: string }[] };

describe("a Prometheus that scrapes a shop", () => {
  let cluster: Replicated;
  const sharedCache = createServer((_, answer) => answer.end());
  let shop: TestServer;
  let url: string;
  let prometheus: ChildProcess;
  beforeAll(async () => {
    const backups = newFolder();
    writeFileSync(path.join(backups, nameOfBackup(new Date())), "");
    // A server refuses a database that does not sync.
    cluster = await startReplicated(1, migrate, { fsync: "on" });
    await new Promise<void>((resolve) => sharedCache.listen(0, "127.0.0.1", resolve));
    shop = await startServer({
      env: {
        ...{ AUTH_SECRET, METRICS_TOKEN: TOKEN, BACKUP_URL: `file:${backups}` },
        DATABASE_URL: cluster.primary.url,
        DATABASE_REPLICA_URLS: cluster.replicas.map((replica) => replica.url).join(),
        CACHE_PURGE_URLS: `http://127.0.0.1:${(sharedCache.address() as AddressInfo).port}/`,
      },
    });
    await visit();
    const port = await freePort();
    const config = configured((text) =>
      text
        .replace(/targets: \["10.*\]/, `targets: ["0.0.0.0:${shop.port}"]`)
        .replaceAll(/_interval: 15s/g, "_interval: 1s"),
    );
    const flags = [`--config.file=${config}`, `--storage.tsdb.path=${path.join(newFolder(), "data")}`];
    prometheus = spawn("prometheus", [...flags, `--web.listen-address=127.0.0.1:${port}`], {
      stdio: "ignore",
    });
    url = `http://127.0.0.1:${port}/api/v1`;
    // `rate` needs two values.
    const scraped = () => seriesOf('count_over_time(up{job="second-serve"}[1m]) >= 3');
    await vi.waitFor(async () => expect(await scraped()).toHaveLength(1), { timeout: 30_000, interval: 500 });
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => prometheus?.once("close", resolve));
    if (prometheus?.kill()) await ended;
    await shop?.stop();
    sharedCache.close();
    await cluster?.stop();
  });

  /** Requests of all kinds of which the rules and the dashboard speak. */
  async function visit(): Promise<void> {
    const key = "0".repeat(64);
    // A folder in place of the file cannot be read.
    mkdirSync(path.join(shop.dataDir, "photos", pictureFile(key, 640, "webp")), { recursive: true });
    const statusOf = async (address: string) => (await fetch(`${shop.url}${address}`)).status;
    expect(await statusOf(`/photos/${key}/640.webp`)).toBe(500);
    expect(await statusOf("/assets/other-version-00000000.js")).toBe(404);
    for (const address of ["/rackets", "/rackets", "/healthz", "/readyz", "/metrics"])
      expect(await statusOf(address)).toBe(200);
    await fetch(`${shop.url}/events`).then((stream) => stream.body?.cancel());
    const database = new pg.Client({ connectionString: cluster.primary.url });
    await database.connect();
    let tries = 0;
    await vi.waitFor(
      async () => {
        await database.query("begin");
        await database.query("lock table listings in access exclusive mode");
        const left = fetch(`${shop.url}/strings?q=${++tries}`, { signal: AbortSignal.timeout(200) });
        const [outcome] = await Promise.allSettled([left]);
        await database.query("rollback");
        expect(outcome.status).toBe("rejected");
        expect(await (await fetch(`${shop.url}/metrics`)).text()).toContain('status="499"');
      },
      { timeout: 30_000, interval: 500 },
    );
    await database.end();
  }

  async function ask<Data>(address: string): Promise<Data> {
    const response = await fetch(`${url}/${address}`);
    const { status, error, data } = (await response.json()) as {
      status: string;
      error?: string;
      data: Data;
    };
    if (status !== "success") throw new Error(`${error} in ${decodeURIComponent(address)}`);
    return data;
  }
  const seriesOf = async (query: string) =>
    (await ask<{ result: Series[] }>(`query?query=${encodeURIComponent(query)}`)).result;
  const rules = async () =>
    (await ask<{ groups: { rules: Rule[] }[] }>("rules")).groups.flatMap((group) => group.rules);

  test("needs the token, and gets the metrics with it", async () => {
    // This address reaches the shop on this machine too, but does not say so to the shop.
    expect((await fetch(`http://0.0.0.0:${shop.port}/metrics`)).status).toBe(401);
    expect(await seriesOf('up{job="second-serve"}')).toMatchObject([{ value: [expect.any(Number), "1"] }]);
  });

  test("finds all that the rules ask for, and no alert of a shop that is well", async () => {
    await expect.poll(async () => (await rules()).map(({ health }) => health)).not.toContain("unknown");
    // A server is busy while it starts.
    const raised = async () => (await rules()).filter(({ state }) => state !== "inactive");
    await expect.poll(async () => (await raised()).map(({ name }) => name)).toEqual([]);
    for (const { name, query, health } of await rules()) {
      expect([name, health]).toEqual([name, "ok"]);
      const selectors = query.match(/\w+\{[^}]*\}/g) ?? [];
      expect(selectors).not.toEqual([]);
      for (const selector of selectors)
        expect([selector, await seriesOf(selector)]).not.toEqual([selector, []]);
    }
  });

  test("leaves out health checks, streams and files where the rules count pages", async () => {
    const selectors = (await rules()).flatMap(({ query }) => query.match(/route!~"\/\(healthz.*?"/g) ?? []);
    const [pages] = new Set(selectors);
    expect(new Set(selectors).size).toBe(1);
    const routes = async (selector: string) =>
      (await seriesOf(`group by (route) (http_request_duration_seconds_count{${selector}})`))
        .map(({ metric }) => metric.route)
        .sort();
    const others = ["/assets/:file", "/events", "/healthz", "/metrics", "/photos/:key/:file", "/readyz"];
    expect(await routes(pages?.replace("!~", "=~") ?? "")).toEqual(others);
    const all = await routes("");
    expect(all.length).toBeGreaterThan(others.length);
    expect(await routes(pages ?? "")).toEqual(all.filter((route) => !others.includes(route ?? "")));
  });

  const dashboard = JSON.parse(readFileSync(path.join(DEPLOY, "grafana-dashboard.json"), "utf8")) as {
    panels: Panel[];
  };
  const VARIABLES: Record<string, string> = {
    job: "second-serve",
    instance: ".*",
    __rate_interval: "1m",
    __range: "1m",
  };
  const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat = "" }) => ({ title, expr, legendFormat })),
  );

  test.each(queries)("shows the panel $title: $expr", async ({ expr, legendFormat }) => {
    const query = expr.replaceAll(/\$(\w+)/g, (text, name) => VARIABLES[name] ?? text);
    const series = await seriesOf(query);
    expect(series).not.toEqual([]);
    const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
    for (const { metric } of series) expect(Object.keys(metric)).toEqual(expect.arrayContaining(labels));
  });
});

test("each alert says how bad it is, and names the part of docs/operations.md that helps", () => {
  const headings = readFileSync("docs/operations.md", "utf8").matchAll(/^#+ (.*)$/gm);
  const anchors = [...headings].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  const text = readFileSync(path.join(DEPLOY, "prometheus-rules.yml"), "utf8");
  for (const rule of text.split("- alert: ").slice(1)) {
    const [, page, anchor] = /runbook_url: (.*)#(.*)/.exec(rule) ?? [];
    expect([page, anchors]).toEqual(["docs/operations.md", expect.arrayContaining([anchor])]);
    expect(rule).toMatch(/severity: (critical|warning) .*summary: .*description: /s);
  }
});
