import { execFileSync } from "node:child_process";
import { renameSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import path from "node:path";
import type pg from "pg";
import type { DatabaseProxy } from "#tests/support/silent-proxy.ts";
import { ask } from "./client.ts";
import { members } from "./people.ts";
import { signal, treeOf } from "./processes.ts";
import { DESCRIPTORS, type World } from "./world.ts";

export interface Fault {
  readonly name: string;
  /** Also in the short form. */
  readonly isShort?: true;
  /** Of a shop whose photos are in a bucket. */
  readonly ofBucket?: true;
  /** Photos must be taken again, too. */
  readonly ofPhotos?: true;
  /** Begins the fault. Returns what ends it. @throws when this machine does not allow it */
  begin(world: World): Promise<() => unknown>;
}

const nothing = () => {};

/** Faults of what the shop reaches by network. */
function networkFaults(
  name: string,
  proxyIn: (world: World) => DatabaseProxy,
  prepare: (world: World) => Promise<unknown> = async () => {},
): Fault[] {
  const fault = (how: string, begin: (proxy: DatabaseProxy) => Promise<() => unknown>): Fault => ({
    name: `${name} ${how}`,
    async begin(world) {
      const end = await begin(proxyIn(world));
      await prepare(world);
      return end;
    },
  });
  return [
    fault("cut off and refusing", async (proxy) => {
      await proxy.disconnect();
      return () => proxy.reconnect();
    }),
    fault("silent", async (proxy) => {
      proxy.silence("also new ones");
      return () => proxy.answer();
    }),
    fault("slow", async (proxy) => {
      proxy.slow(300);
      return () => proxy.slow(0);
    }),
  ];
}

/** What it says instead of an answer. */
function saying(name: string, text: string, proxyIn: (world: World) => DatabaseProxy): Fault {
  return {
    name,
    async begin(world) {
      const proxy = proxyIn(world);
      proxy.says(text);
      return () => proxy.says(null);
    },
  };
}

/** Runs a statement beside the shop. */
async function asAdmin(world: World, text: string): Promise<pg.QueryResult> {
  const client = await world.admin();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

const OTHERS = "datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'";

const database: Fault[] = [
  ...networkFaults("database", (world) => world.database),
  {
    name: "database: open connections silent, as in a failover",
    async begin(world) {
      world.database.silence();
      return nothing;
    },
  },
  {
    name: "database: all connections terminated",
    async begin(world) {
      await asAdmin(world, `select pg_terminate_backend(pid) from pg_stat_activity where ${OTHERS}`);
      return nothing;
    },
  },
  {
    name: "database: the listening connection terminated",
    async begin(world) {
      await asAdmin(
        world,
        `select pg_terminate_backend(pid) from pg_stat_activity where ${OTHERS} and query ilike 'listen%'`,
      );
      return nothing;
    },
  },
  {
    name: "database: a process of it killed",
    async begin(world) {
      const { rows } = await asAdmin(world, `select pid from pg_stat_activity where ${OTHERS} limit 1`);
      signal([rows[0]?.pid], "SIGKILL");
      return nothing;
    },
  },
  {
    name: "database: frozen",
    async begin({ postmaster }) {
      const processes = treeOf(postmaster);
      signal(processes, "SIGSTOP");
      return () => signal(processes, "SIGCONT");
    },
  },
  {
    name: "database: no connection left",
    async begin(world) {
      const clients: pg.Client[] = [];
      await asAdmin(world, `select pg_terminate_backend(pid) from pg_stat_activity where ${OTHERS}`);
      try {
        for (;;) clients.push(await world.admin());
      } catch {} // 53300
      return () => Promise.all(clients.map((client) => client.end()));
    },
  },
  {
    name: "database: a table locked that every page reads",
    isShort: true,
    async begin(world) {
      const client = await world.admin();
      await client.query("begin; lock table listings in access exclusive mode");
      return async () => {
        await client.query("rollback");
        await client.end();
      };
    },
  },
];

const mail: Fault[] = [
  ...networkFaults(
    "mail server",
    (world) => world.mail,
    (world) => world.causeMail(),
  ),
  saying("mail server: come back later (421)", "421 4.3.2 later\r\n", (world) => world.mail),
];

const ofBucket = (fault: Fault): Fault => ({ ...fault, ofBucket: true, ofPhotos: true });

function bucketOf({ bucket }: World): DatabaseProxy {
  if (!bucket) throw new Error("The photos of this shop are in a folder.");
  return bucket;
}

const ERROR_500 = "HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

const bucket = [
  ...networkFaults("bucket", bucketOf, (world) => world.upload()),
  saying("bucket: 500", ERROR_500, bucketOf),
].map(ofBucket);

const mount = (...args: string[]) => execFileSync("mount", args, { stdio: "ignore" });
const unmount = (folder: string) => execFileSync("umount", [folder], { stdio: "ignore" });

const disk: Fault[] = [
  {
    name: "disk of photos: full",
    ofPhotos: true,
    async begin({ folder }) {
      mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", folder);
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(path.join(folder, "filler"), Buffer.alloc(bavail * bsize));
      return () => unmount(folder);
    },
  },
  {
    name: "disk of photos: read-only",
    ofPhotos: true,
    async begin({ folder }) {
      mount("--bind", folder, folder);
      mount("-o", "remount,ro,bind", folder);
      return () => unmount(folder);
    },
  },
  {
    name: "disk of photos: gone",
    isShort: true,
    ofPhotos: true,
    async begin({ folder }) {
      renameSync(folder, `${folder}.away`);
      writeFileSync(folder, "");
      return () => {
        rmSync(folder);
        renameSync(`${folder}.away`, folder);
      };
    },
  },
];

async function opened(world: World, count: number, said: string): Promise<Socket[]> {
  return Array.from({ length: count }, () => {
    const socket = connect(world.server.port, "127.0.0.1");
    socket.on("error", () => {}); // The shop may close it, which is its right.
    socket.write(said);
    return socket;
  });
}

const closing = (sockets: readonly Socket[]) => () => {
  for (const socket of sockets) socket.destroy();
};

const machine: Fault[] = [
  {
    name: "clock: an hour forward",
    async begin({ server }) {
      server.child.kill("SIGUSR2");
      return () => server.child.kill("SIGUSR2");
    },
  },
  {
    name: "clock: an hour backward",
    async begin({ server }) {
      server.child.kill("SIGUSR2");
      return () => server.child.kill("SIGUSR2");
    },
  },
  {
    name: "program: frozen",
    isShort: true,
    async begin({ server }) {
      server.child.kill("SIGSTOP");
      return () => server.child.kill("SIGCONT");
    },
  },
  {
    name: "program: its helping processes killed while a photo comes",
    ofPhotos: true,
    async begin(world) {
      const uploading = world.upload();
      const kill = setInterval(() => signal(treeOf(world.server.child.pid ?? 0).slice(1), "SIGKILL"), 20);
      await uploading;
      return () => clearInterval(kill);
    },
  },
  {
    name: "descriptors: all used by idle connections",
    begin: async (world) => closing(await opened(world, DESCRIPTORS + 100, "")),
  },
  {
    name: "clients: 200 send their requests a byte at a time",
    async begin(world) {
      const sockets = await opened(world, 200, "GET /rackets HTTP/1.1\r\nHost: 127.0.0.1\r\n");
      const timer = setInterval(() => {
        for (const socket of sockets) if (!socket.destroyed) socket.write("x");
      }, 500);
      return () => {
        clearInterval(timer);
        closing(sockets)();
      };
    },
  },
  {
    name: "clients: 50 do not read their event streams",
    async begin(world) {
      const [reader] = await members(1);
      const request = `GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${reader?.cookie}\r\n\r\n`;
      const sockets = await opened(world, 50, request);
      for (const socket of sockets) socket.pause();
      return closing(sockets);
    },
  },
  {
    name: "clients: 1,000 searches at once",
    async begin(world) {
      const agent = new Agent({ maxSockets: 200 });
      const search = (n: number) => {
        const headers = { "x-forwarded-for": `10.9.${n >> 8}.${n & 255}` };
        return ask(world.url, { method: "GET", path: `/search?q=blade+${n}`, headers }, agent);
      };
      const all = Promise.all(Array.from({ length: 1_000 }, (_, n) => search(n)));
      return () => all;
    },
  },
];

export const FAULTS: readonly Fault[] = [
  ...database.map((fault, nth): Fault => (nth === 0 ? { ...fault, isShort: true } : fault)),
  ...mail,
  ...disk,
  ...machine,
  ...bucket,
];
