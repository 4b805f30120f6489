import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { primaryFirst } from "#app/platform/database-primary.server.ts";
import { unencryptedHost } from "#app/platform/database-url.server.ts";
import { type Config, EnvError, hasMailbox, isOnThisMachine, parseEnv } from "#app/platform/env.server.ts";
import { isLoopback } from "#app/platform/env-values.server.ts";
import { buildIfStale, CLIENT_BUILD, SERVER_BUILD } from "./build.ts";
import { type Lock, openDataDir, persistentSecret } from "./data-dir.ts";
import { checkDatabase } from "./database-check.ts";
import type { DevApp } from "./dev-app.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "./embedded-database.ts";
import { type App, checkPort, type HttpServer, httpServer } from "./http.ts";
import { migrate } from "./migrate.ts";
import { StartupError } from "./startup-error.ts";
import { hashedFiles, readStatic, type StaticFiles, staticFiles } from "./static-files.ts";

/** In the order in which they are stopped. */
const running: {
  http?: HttpServer;
  app?: Pick<App, "close">;
  database?: EmbeddedDatabase;
  lock?: Lock;
} = {};

/** Milliseconds; together less than the ten seconds after which Docker kills by default. Only a busy server needs them. */
const SHUTDOWN_MS = {
  connections: { grace: 500, listener: 1_000, requests: 2_000, last: 1_000 },
  app: 1_500,
  database: 1_400,
  all: 8_900,
};
/** Machines that lost their power start together, and a database needs longest. */
const DATABASE_PATIENCE_MS = 60_000;
const PRIMARY_RETRY_MS = 500;
/** Under npm, one Ctrl-C arrives more than once. */
const SAME_PRESS_MS = 500;

let stoppingSince: number | undefined;

function within(patience: number, work: Promise<unknown> | undefined): Promise<unknown> {
  const enough = new Promise((resolve) => setTimeout(resolve, patience).unref());
  return Promise.race([work, enough]);
}

/** Stops all parts cleanly, then this process. It abandons a part that hangs, from which the next start recovers. */
async function shutDown(code: number): Promise<void> {
  if (stoppingSince !== undefined) {
    if (performance.now() - stoppingSince > SAME_PRESS_MS) process.exit(130);
    return;
  }
  stoppingSince = performance.now();
  setTimeout(() => process.exit(code || 1), SHUTDOWN_MS.all).unref();
  try {
    await running.http?.drain(SHUTDOWN_MS.connections);
    await within(SHUTDOWN_MS.app, running.app?.close());
    running.http?.close();
    await running.database?.stop(SHUTDOWN_MS.database);
    running.lock?.release();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  process.exit(code);
}

function say(sentence: string): void {
  console.log(sentence);
}

function settings(dev: boolean): Config {
  if (existsSync(".env")) process.loadEnvFile(".env");
  process.env.NODE_ENV ||= dev ? "development" : "production";
  return parseEnv(process.env);
}

/**
 * Whether the server keeps its database or its photos on this machine. Then it locks its data folder against a second
 * server.
 */
function keepsData(config: Config): boolean {
  return config.embedded || config.storageUrl.startsWith("file:");
}

/** A replica may have been promoted since the settings were written. Then it, and not DATABASE_URL, is waited for. */
async function startWithPrimary(config: Config): Promise<void> {
  if (config.databaseReplicaUrls.length === 0) return;
  const end = performance.now() + DATABASE_PATIENCE_MS;
  for (let attempt = 1; performance.now() < end; attempt += 1) {
    const given = [config.databaseUrl ?? "", ...config.databaseReplicaUrls];
    const { urls, primary } = await primaryFirst(given);
    [config.databaseUrl, ...config.databaseReplicaUrls] = urls;
    if (primary.timeline !== "") return;
    if (attempt === 1) say("Waiting for one of the databases to take writes.");
    await delay(PRIMARY_RETRY_MS);
  }
}

async function openDatabase(config: Config): Promise<string> {
  if (config.databaseUrl !== undefined) {
    const patience = { milliseconds: DATABASE_PATIENCE_MS, say };
    await startWithPrimary(config);
    await checkDatabase(config.databaseUrl, config.production, patience);
  } else {
    const database = await startEmbeddedDatabase(config.dataDir, { say });
    running.database = database;
    database.ended.then(() => {
      if (stoppingSince !== undefined) return;
      console.error(`The embedded database has ended; ${config.dataDir}/postgres.log says why.`);
      shutDown(1);
    });
    config.databaseUrl = database.url;
  }
  await migrate(config.databaseUrl);
  return config.databaseUrl;
}

type AppModule = { createApp(config: Config, assets: StaticFiles): Promise<App> };

async function startProduction(config: Config): Promise<App> {
  // The database first, because other processes do most of its work.
  const open = openDatabase(config);
  const built = buildIfStale(say).then(async () => {
    const module: AppModule = await import(pathToFileURL(SERVER_BUILD).href);
    return { module, files: readStatic(CLIENT_BUILD) };
  });
  const [{ module, files }] = await Promise.all([built, open]);
  const app = await module.createApp(config, hashedFiles(files));
  running.app = app;
  const serve = staticFiles(files);
  running.http = httpServer(
    () => app,
    (request, response, next) => {
      if (!serve(request, response)) next();
    },
    config,
  );
  return app;
}

async function startDevelopment(config: Config): Promise<App> {
  const [{ devApp }] = await Promise.all([import("./dev-app.ts"), openDatabase(config)]);
  let dev: DevApp | undefined;
  const loaded = () => {
    if (!dev) throw new Error("Nothing listens before the product is loaded.");
    return dev;
  };
  const http = httpServer(
    () => loaded().current(),
    (request, response, next) => loaded().front(request, response, next),
    config,
  );
  dev = await devApp(config, http.server);
  running.http = http;
  running.app = dev;
  return dev.current();
}

function announce(config: Config, app: App): void {
  say(`\nSecond Serve is open at ${config.baseUrl}`);
  if (hasMailbox(config)) say(`Its mail is kept and can be read at ${config.baseUrl}/dev/mailbox`);
  if (!config.smtpUrl && !(config.embedded && hasMailbox(config)))
    say(
      "SMTP_URL is not set: this server sends no mail. Queued mails wait for a server that has it, up to a week.",
    );
  if (config.baseUrl.startsWith("https:") && config.trustedProxies.length === 0)
    say("TRUSTED_PROXIES is not set: all visitors who come through a proxy are limited as one.");
  const urls = config.embedded ? [] : [config.databaseUrl ?? "", ...config.databaseReplicaUrls];
  for (const host of urls.map(unencryptedHost))
    if (host && !isLoopback(host))
      say(`DATABASE_URL has no sslmode: what the database at ${host} and this server send is not encrypted.`);
  if (process.getuid?.() === 0 && !isOnThisMachine(config))
    say("This server runs as root, and needs no rights of root: run it as a user of its own.");
  if (!config.supportEmail) say("SUPPORT_EMAIL is not set: the contact form of /help is closed.");
  const accounts = app.demoAccounts.filter(({ password }) => password !== null);
  if (accounts.length > 0) say("Demo accounts:");
  for (const { username, email, password, secondFactor } of accounts)
    say(`  ${username}  ${email}  ${password}${secondFactor === null ? "" : `  ${secondFactor}`}`);
  if (accounts.length > 0 && !isOnThisMachine(config))
    say("Their password is told this once; nothing else knows it.");
}

async function start(): Promise<void> {
  const dev = process.argv.includes("--dev");
  const config = settings(dev);
  if (keepsData(config)) running.lock = openDataDir(config.dataDir);
  await checkPort(config.port, config.host);
  config.authSecret ||= persistentSecret(config.dataDir, "auth-secret");
  const app = await (dev ? startDevelopment(config) : startProduction(config));
  if (stoppingSince !== undefined) return;
  await running.http?.listen(config.port, config.host);
  announce(config, app);
  if (!dev) app.logConsole();
}

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => void shutDown(0));
for (const name of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(name, (error) => {
    console.error(error);
    shutDown(1);
  });
}

start().catch((error: unknown) => {
  if (error instanceof EnvError) for (const fault of error.faults) console.error(fault);
  else console.error(error instanceof StartupError ? error.message : error);
  shutDown(1);
});
