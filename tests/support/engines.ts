// People who use another engine than Chromium: Firefox over WebDriver BiDi, and WebKitGTK (Safari's engine) over
// WebDriver. The functions of a page that find an element are the same for both.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import puppeteer, { type ElementHandle } from "puppeteer-core";
import { Builder, Capabilities, type WebElement } from "selenium-webdriver";
import { vi } from "vitest";
import { firefox, webkit } from "../../scripts/browsers.mjs";
import { freePort } from "./server.ts";

export const ENGINES = ["firefox", "webkit"] as const;
export type Engine = (typeof ENGINES)[number];

type Kind = "button" | "link" | "field" | "box" | "file";

/** Scripts are expressions that run in the page. A finder is one whose value is an element or null. */
type Driver = {
  open(url: string): Promise<void>;
  run(script: string): Promise<unknown>;
  click(finder: string): Promise<void>;
  type(finder: string, text: string): Promise<void>;
  attach(finder: string, files: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

/** Runs in the page. Finds the visible element of this kind with this name, else the first whose name contains it. */
function byName(kind: Kind, name: string): Element | null {
  const selectors = {
    button: "button, [role=button], [role=tab]",
    link: "a[href]",
    field: "input:not([type=checkbox], [type=radio], [type=hidden], [type=file]), textarea, select",
    box: "input[type=checkbox], input[type=radio], [role=checkbox]",
    file: "input[type=file]",
  };
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  const nameOf = (element: Element) => {
    const labels = "labels" in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const said = element.getAttribute("aria-label") ?? labels[0]?.textContent ?? element.textContent;
    return plain(said ?? "");
  };
  const all = [...document.querySelectorAll(selectors[kind])].filter(
    (element) => kind === "file" || element.getClientRects().length > 0,
  );
  return (
    all.find((element) => nameOf(element) === name) ??
    all.find((element) => nameOf(element).includes(name)) ??
    null
  );
}

const finder = (kind: Kind, name: string) => `(${byName})(${JSON.stringify(kind)}, ${JSON.stringify(name)})`;

/** Runs in the page: whether React has attached its handlers. An error page and a page without scripts have none. */
function isAlive(): boolean {
  const main = document.querySelector("main");
  return (
    document.readyState === "complete" &&
    (!("__reactRouterContext" in window) ||
      (main !== null && Object.keys(main).some((key) => key.startsWith("__reactProps"))))
  );
}

/** Runs in the page. Chooses an option as its list would, which WebDriver cannot open in every engine. */
function chooseOption(element: Element | null, value: string): boolean {
  if (!(element instanceof HTMLSelectElement)) return false;
  element.value = value;
  if (element.value !== value) return false;
  for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}

/** Runs in the page. What a person sees of it, and has typed: no password. */
function shownPage(): string {
  const active = document.activeElement;
  return JSON.stringify({
    address: location.href,
    state: document.readyState,
    active: `${active?.tagName} ${active?.getAttribute("name")}`,
    // biome-ignore lint/performance/useDomNodeTextContent: a person sees no hidden text
    text: document.body.innerText.replace(/\s+/g, " ").slice(0, 3_000),
    typed: [...document.querySelectorAll("input, textarea, select")].flatMap((field) => {
      const { name, type, value, validationMessage } = field as HTMLInputElement;
      const shown = type === "password" ? `${value.length} characters` : value;
      return type === "hidden" ? [] : [`${name}: ${shown} ${validationMessage}`];
    }),
  });
}

function present<T>(element: T | null | undefined, find: string): T {
  if (element === null || element === undefined)
    throw new Error(`There is no ${find.slice(find.lastIndexOf("("))}`);
  return element;
}

async function firefoxDriver(): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: firefox(),
    headless: true,
    defaultViewport: { width: 1280, height: 900 },
    // Animations are drawn without a graphics card, which takes half of a core.
    extraPrefsFirefox: { "ui.prefersReducedMotion": 1 },
  });
  const page = await browser.newPage();
  const element = async (find: string) => {
    const handle = await page.evaluateHandle(find);
    return present(handle.asElement() as ElementHandle<Element> | null, find);
  };
  return {
    async open(url) {
      await page.goto(url);
    },
    run: (script) => page.evaluate(script),
    click: async (find) => (await element(find)).click(),
    type: async (find, text) => (await element(find)).type(text),
    async attach(find, files) {
      await ((await element(find)) as ElementHandle<HTMLInputElement>).uploadFile(...files);
    },
    close: () => browser.close(),
  };
}

async function webkitDriver(): Promise<Driver> {
  const programs = webkit();
  const children: ChildProcess[] = [];
  function start(program: string, args: string[], env: Record<string, string> = {}): ChildProcess {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    children.push(child);
    return child;
  }
  function stop(): void {
    for (const child of children.splice(0).reverse()) child.kill();
    rmSync(settings, { recursive: true, force: true });
  }
  process.once("exit", stop);
  // GTK's setting for pages that ask about reduced motion.
  const settings = mkdtempSync(path.join(tmpdir(), "second-serve-webkit-"));
  mkdirSync(path.join(settings, "gtk-3.0"));
  writeFileSync(path.join(settings, "gtk-3.0", "settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  // The X server writes the number of its screen into this pipe once it is ready.
  const screen = start(programs.screen, [
    "-displayfd",
    "3",
    "-screen",
    "0",
    "1280x1000x24",
    "-nolisten",
    "tcp",
  ]);
  const display = await new Promise<string>((resolve, reject) => {
    screen.stdio[3]?.once("data", (number) => resolve(`:${String(number).trim()}`));
    screen.once("exit", () => reject(new Error("The X server ended.")));
  });
  const port = await freePort();
  start(programs.driver, [`--port=${port}`], { DISPLAY: display, XDG_CONFIG_HOME: settings });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${url}/status`), { timeout: 30_000, interval: 100 });
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: programs.browser, args: ["--automation"] },
  });
  const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
  const element = async (find: string) =>
    present(await driver.executeScript<WebElement | null>(`return ${find}`), find);
  return {
    open: (address) => driver.get(address),
    run: (script) => driver.executeAsyncScript(`Promise.resolve(${script}).then(arguments[0])`),
    click: async (find) => (await element(find)).click(),
    type: async (find, text) => (await element(find)).sendKeys(text),
    attach: async (find, files) => (await element(find)).sendKeys(files.join("\n")),
    async close() {
      await driver.quit().finally(stop);
    },
  };
}

const DRIVERS: Readonly<Record<Engine, () => Promise<Driver>>> = {
  firefox: firefoxDriver,
  webkit: webkitDriver,
};

/** A person at a browser. Each step waits until it is possible. */
export type Seat = {
  goto(url: string): Promise<void>;
  press(kind: "button" | "link" | "box", name: string): Promise<void>;
  fill(name: string, text: string): Promise<void>;
  choose(name: string, value: string): Promise<void>;
  /** Chooses files in the page's only file field. */
  attach(files: readonly string[]): Promise<void>;
  /** Waits until the page shows this text. */
  see(text: string): Promise<void>;
  /** Waits until the value of this expression is true. It runs in the page. */
  until(script: string): Promise<void>;
  run(script: string): Promise<unknown>;
  close(): Promise<void>;
};

export async function takeSeat(engine: Engine): Promise<Seat> {
  const driver = await DRIVERS[engine]();
  // Elements are replaced while a page renders, so a step that did not reach its element is done again.
  async function eventually<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await vi.waitFor(step, { timeout: 30_000, interval: 100 });
    } catch (cause) {
      const page = await driver.run(`(${shownPage})()`).catch(String);
      throw new Error(`${cause instanceof Error ? cause.message : cause}\nThe page: ${page}`, { cause });
    }
  }
  const until = (script: string) =>
    eventually(async () => {
      if ((await driver.run(script)) !== true)
        throw new Error(`It is not true in ${engine}: ${script.slice(-300)}`);
    });
  return {
    async goto(url) {
      await driver.open(url);
      await until(`(${isAlive})()`);
    },
    press: (kind, name) => eventually(() => driver.click(finder(kind, name))),
    fill: (name, text) => eventually(() => driver.type(finder("field", name), text)),
    choose: (name, value) => until(`(${chooseOption})(${finder("field", name)}, ${JSON.stringify(value)})`),
    attach: (files) => eventually(() => driver.attach(finder("file", ""), files)),
    see: (text) => until(`document.body.innerText.replace(/\\s+/g, " ").includes(${JSON.stringify(text)})`),
    until,
    run: (script) => driver.run(script),
    close: () => driver.close(),
  };
}
