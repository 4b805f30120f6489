import { loadStock } from "./load.ts";
import pg from "pg";
const [name, n] = process.argv.slice(2);
const a = new pg.Client("postgresql://postgres@127.0.0.1:4400/postgres"); await a.connect();
await a.query(`drop database if exists ${name}`); await a.query(`create database ${name} template template0`); await a.end();
console.time("load"); await loadStock(`postgresql://postgres@127.0.0.1:4400/${name}`, Number(n), new Date()); console.timeEnd("load");
