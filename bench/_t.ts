import pg from "pg";
const queries: {text:string, values:unknown[]}[] = [];
const original = pg.Client.prototype.query;
let rec = false;
(pg.Client.prototype as any).query = function (this: any, ...args: any[]) { const q=args[0]; if (rec && (typeof q === "string" || q.text)) queries.push(typeof q === "string" ? {text:q, values: Array.isArray(args[1]) ? args[1] : []} : {text:q.text, values:q.values ?? q._values ?? []}); return (original as any).apply(this, args); };
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { db, closeDb } from "#app/platform/db.server.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { brandsInStock, locate, searchListings } from "#app/features/listings/search.server.ts";
import { sql } from "kysely";
const name = process.argv[2] ?? "bench_1m";
const only = process.argv[3]; const explain = process.argv[4] === "x"; const reps = explain ? 1 : Number(process.argv[4] ?? 15);
configure(parseEnv({ DATA_DIR: "/tmp/h-bench", DATABASE_URL: `postgresql://postgres@127.0.0.1:4400/${name}`, AUTH_SECRET: "x".repeat(40), DEMO_DATA: "off" }));
const S: Record<string,string> = {
  newest: "",
  full: "q=blade&condition=Good&maxPrice=200&postalCode=1012&country=NL&maxDistance=50&sort=newest",
  full2: "q=control+spin&category=senior&minPrice=50&maxPrice=250&postalCode=75001&country=FR&maxDistance=50&sort=newest",
  broad: "q=racket+condition+used",
  broadname: "q=wilson+pro+staff",
  prefix: "q=bab",
  prefix1: "q=b",
  prefixrare: "q=luxl",
  rare: "q=kirsynth",
  none: "q=zzzz",
  "brand+price": "brand=Wilson&minPrice=100&maxPrice=150",
  "rarebrand+price": "brand=Diadem&minPrice=100&maxPrice=105",
  radius: "postalCode=1012&country=NL&maxDistance=50",
  radius500: "postalCode=1012&country=NL&maxDistance=500",
  radiusUS: "postalCode=59001&country=US&maxDistance=100",
  rarefacets: "brand=Diadem&condition=Poor&gripsize=5&color=Purple&string_pattern=18x20",
  range: "minHeadsize=134",
  rangewide: "minHeadsize=97&maxHeadsize=100",
  ranges2: "minSwingweight=350&minBalance=355&maxBalance=357&minWeight=300",
  today: "dateFilter=today&condition=Poor",
  cheapest: "sort=price_asc", dearest: "sort=price_desc&brand=Diadem&condition=Good", cheapwords: "q=control&sort=price_asc", cheapbrand: "brand=Wilson&sort=price_asc",
  page20000: "page=20000", page80000: "page=80000", page50: "page=50&brand=Wilson",
};
const ctx = async (p: URLSearchParams, viewerId: string|null=null) => { const s = parseSearch(racket, p); const centre = s.place && s.maxDistance !== null ? await locate(s.place.country, s.place.postalCode) : null; return [s, { meaning: null, centre, viewerId, pageSize: 10, now: new Date() }] as const; };
async function run(q: string, viewer: string|null) { const [s,c] = await ctx(new URLSearchParams(q), viewer); return searchListings(racket, s, c); }
const { rows: [{id, user_id}] } = await sql<any>`select id,user_id from listings where type='racket' limit 1`.execute(db());
const t = async (f: () => Promise<unknown>) => { const a = performance.now(); await f(); return performance.now() - a; };
const med = (a: number[]) => a.sort((x,y)=>x-y)[a.length>>1]!;
const pk: number[] = []; for (let i=0;i<300;i++) pk.push(await t(() => db().selectFrom("listings").selectAll().where("type","=","racket").where("id","=",id).execute()));
const base = med(pk); console.log("pk median", base.toFixed(3), "min", pk[0]!.toFixed(3));
for (const viewer of [null, user_id]) for (const [k,q] of Object.entries(S)) {
  if (only && only !== "all" && !k.match(`^(${only})$`)) continue;
  if (viewer && (only === "all" || !only) && !["newest","full","broad","page20000"].includes(k)) continue;
  if (explain) { queries.length=0; rec=true; await run(q, viewer); rec=false; for (const {text,values} of [...queries]) { console.log(k, text.replace(/\s+/g," "), JSON.stringify(values)); const c = await new pg.Client(`postgresql://postgres@127.0.0.1:4400/${name}`); await c.connect(); const {rows}=await c.query({text:"explain (analyze, buffers) "+text, values}); console.log(rows.map((r:any)=>r["QUERY PLAN"]).join("\n")); await c.end(); } continue; }
  const ts: number[] = []; let f: any; for (let i=0;i<reps;i++) { ts.push(await t(async () => { f = await run(q, viewer); })); if (ts.reduce((a,b)=>a+b)>8000) break; }
  const m = med(ts);
  console.log((viewer?"in ":"")+k.padEnd(16), "min", ts[0]!.toFixed(2).padStart(8), (ts[0]!/pk[0]!).toFixed(0).padStart(5)+"x", " med", m.toFixed(2).padStart(8), (m/base).toFixed(0).padStart(5)+"x", f.total, f.capped, f.page, f.rows.length, f.own);
}
{ const ts: number[]=[]; for (let i=0;i<15;i++) ts.push(await t(()=>brandsInStock("racket"))); console.log("brands", med(ts).toFixed(2)); }
await closeDb();
