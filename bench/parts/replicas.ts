import { person } from "#tests/support/people.ts";
import { postmasterOf } from "#tests/support/postmaster.ts";
import { startReplicated } from "#tests/support/replicated-database.ts";
import { AUTH_SECRET, startServer } from "#tests/support/server.ts";
import { loadStock, switchDatabase } from "../database.ts";
import { type Load, load } from "../load.ts";
import { interleaved, pin, processorSeconds } from "../measure.ts";
import { atLeast, integer, ms, type Part, type Row } from "../report.ts";
import { samples } from "../searches.ts";

const RACKETS = 10_000;
const OPTIONS = { unique: true, connections: 8, seconds: 3 };

/** As of the embedded PostgreSQL (server/embedded-database.ts). */
const SETTINGS = {
  fsync: "on",
  shared_buffers: "256MB",
  work_mem: "16MB",
  random_page_cost: "1.1",
  max_parallel_workers_per_gather: "0",
};

/** Compares what pages cost the primary, when it reads them alone and when two replicas do. */
export const replicas: Part = async ({ scaled, say }) => {
  const count = scaled(RACKETS);
  say(`Loading ${integer(count)} rackets, and copying them to two replicas.`);
  const admin = (url: string) => Object.assign(new URL(url), { username: "postgres" }).href;
  const cluster = await startReplicated(2, (url) => loadStock(url, admin(url), count), SETTINGS);
  const settings = { AUTH_SECRET, TRUSTED_PROXIES: "127.0.0.1", DATABASE_URL: cluster.primary.url };
  const urls = cluster.replicas.map(({ url }) => url).join(", ");
  const alone = await startServer({ savesMemory: true, env: settings });
  const replicated = await startServer({
    savesMemory: true,
    env: { ...settings, DATABASE_REPLICA_URLS: urls },
  });
  try {
    await switchDatabase(cluster.primary.url, alone.dataDir, alone.url);
    const { cookie } = await person("reader");
    const paths = (await samples(200)).map(
      ({ brand, attributes }) =>
        `/rackets?${new URLSearchParams({ brand, condition: String(attributes.condition) })}`,
    );
    for (const { child } of [alone, replicated]) pin(child);
    const pid = postmasterOf(cluster.primary.folder);
    const costOf = async (pages: Load) => {
      const before = processorSeconds(pid);
      const answers = await load(pages);
      return (processorSeconds(pid) - before) / answers;
    };
    const rows: Row[] = [];
    const kinds = { "signed in": { cookie }, "signed out": {} };
    for (const [who, headers] of Object.entries(kinds)) {
      const pages = ({ url }: { readonly url: string }): Load => ({ ...OPTIONS, paths, headers, url });
      for (const server of [alone, replicated]) await load({ ...pages(server), seconds: 5 });
      const cost = await interleaved(5, {
        alone: () => costOf(pages(alone)),
        replicated: () => costOf(pages(replicated)),
      });
      rows.push({
        what: `browse, ${who}, another query each time: pages per processor time of the primary with two replicas`,
        against: "the primary alone",
        ratio: cost.alone / cost.replicated,
        budget: atLeast(1.6, 3),
        figures: `${ms(cost.replicated * 1_000)} against ${ms(cost.alone * 1_000)} of the primary's processor time; ${integer(count)} rackets`,
      });
    }
    return rows;
  } finally {
    await Promise.all([alone.stop(), replicated.stop()]);
    await cluster.stop();
  }
};
