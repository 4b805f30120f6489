// A React Router server as small as it can be, with which the shop's pages are compared. Its input has pages of the
// shop; it renders the same elements and texts, and sends the same loader data, both from memory. Prints its port.
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { createAdaptorServer } from "@hono/node-server";
import { JSDOM } from "jsdom";
import { createElement, type ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import {
  createRequestHandler,
  type EntryContext,
  Outlet,
  RouterContextProvider,
  Scripts,
  type ServerBuild,
  ServerRouter,
  UNSAFE_decodeViaTurboStream,
} from "react-router";

/** A page of the shop. */
export interface BarePage {
  /** Where this server serves it. */
  readonly path: string;
  readonly html: string;
  /** The data of its loaders, as React Router sends it. */
  readonly data: string;
}

/** Renders an element of a page as it was. */
type Draw = () => ReactNode;

const NAMES: Readonly<Record<string, string>> = { class: "className", for: "htmlFor", value: "defaultValue" };

function styleOf(text: string): Record<string, string> {
  const rules = text.split(";").map((rule) => rule.split(/:(.*)/s));
  return Object.fromEntries(rules.map(([name = "", value = ""]) => [name.trim(), value.trim()]));
}

function drawingOf(node: Node): Draw {
  if (node.nodeType === node.TEXT_NODE) return () => node.nodeValue;
  if (node.nodeType !== node.ELEMENT_NODE) return () => null;
  const element = node as Element;
  const props = Object.fromEntries(
    [...element.attributes].map(({ name, value }) => [
      NAMES[name] ?? name,
      name === "style" ? styleOf(value) : value === "" ? true : value,
    ]),
  );
  const children = [...element.childNodes].map(drawingOf);
  const tag = element.localName;
  return () => createElement(tag, props, ...children.map((draw) => draw()));
}

/** The elements of a page, apart from the scripts that React Router writes itself. */
function partsOf(html: string): { head: Draw[]; body: Draw[] } {
  const { document } = new JSDOM(html).window;
  for (const script of document.querySelectorAll("script, link[rel=modulepreload]")) script.remove();
  return {
    head: [...document.head.childNodes].map(drawingOf),
    body: [...document.body.childNodes].map(drawingOf),
  };
}

async function decoded(text: string): Promise<unknown> {
  const { value, done } = await UNSAFE_decodeViaTurboStream(new Blob([text]).stream(), globalThis);
  await done;
  return value;
}

async function loadersOf(data: string): Promise<unknown[]> {
  const routes = (await decoded(data)) as Record<string, { data: unknown }>;
  return Object.values(routes).map((route) => route.data);
}

const pages = (await json(process.stdin)) as readonly BarePage[];

/** Each page is a route with its layout, which has the data of the root. */
async function routesOf({ path, html, data }: BarePage, at: number) {
  const { head, body } = partsOf(html);
  const [rootData, ...others] = await loadersOf(data);
  const shared = {
    hasAction: false,
    hasLoader: true,
    hasErrorBoundary: false,
    module: "/page.js",
    imports: [],
  };
  const layout = {
    default: () =>
      createElement(
        "html",
        { lang: "en" },
        createElement("head", null, ...head.map((draw) => draw())),
        createElement("body", null, createElement(Outlet), createElement(Scripts)),
      ),
    loader: () => rootData,
  };
  const page = { default: () => body.map((draw) => draw()), loader: () => others };
  return [
    { ...shared, id: `layout${at}`, path: "", module: layout },
    { ...shared, id: `page${at}`, parentId: `layout${at}`, path, module: page },
  ];
}

const routes = (await Promise.all(pages.map(routesOf))).flat();

async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const stream = await renderToReadableStream(createElement(ServerRouter, { context, url: request.url }));
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(stream, { status, headers });
}

const build = {
  entry: { module: { default: handleRequest } },
  routes: Object.fromEntries(routes.map((route) => [route.id, route])),
  assets: {
    version: "1",
    url: "/manifest.js",
    entry: { module: "/entry.js", imports: [] },
    routes: Object.fromEntries(routes.map((route) => [route.id, { ...route, module: "/page.js" }])),
  },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/manifest" },
} as unknown as ServerBuild;

const handler = createRequestHandler(build, "production");
const server = createAdaptorServer({ fetch: (request) => handler(request, new RouterContextProvider()) });
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
