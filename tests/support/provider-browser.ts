/** How a provider sends the browser back to the shop: by a redirect, or by submitting a form on its page. */
export interface ProviderReturn {
  readonly url: string;
  /** The fields of the form; null for a redirect. */
  readonly form: URLSearchParams | null;
}

/** What a person does at the provider: signs in, or refuses, which leads to an error. */
export type AtProvider = { login: string } | { error: string; description: string };

/** Paths of the shop, and of an app, to which providers return. */
const BACK = /^\/(api\/auth\/|app$)/;

/** A browser on the sites of providers. It keeps their cookies, and follows redirects until one leads to the shop. */
export class ProviderBrowser {
  private readonly jars = new Map<string, Map<string, string>>();

  async answer(address: string, what: AtProvider): Promise<ProviderReturn> {
    const page = await this.follow(address);
    if ("form" in page) return page;
    const sent = await this.follow(page.url, new URLSearchParams(what));
    if ("form" in sent) return sent;
    throw new Error(`still at ${sent.url}: ${sent.html}`);
  }

  private async follow(
    address: string,
    body?: URLSearchParams,
  ): Promise<ProviderReturn | { url: string; html: string }> {
    let [url, send] = [address, body];
    for (let hop = 0; hop < 10; hop++) {
      if (BACK.test(new URL(url).pathname)) return { url, form: null };
      const response = await this.fetch(url, send);
      const location = response.headers.get("location");
      if (!location) return read(url, await response.text());
      [url, send] = [new URL(location, url).href, undefined];
    }
    throw new Error(`round and round at ${url}`);
  }

  private async fetch(url: string, body?: URLSearchParams): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      method: body ? "POST" : "GET",
      body,
      redirect: "manual",
      headers: { cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }
}

/** Returns the form that a script of the page would submit to the shop; without one, the page. */
function read(url: string, html: string): ProviderReturn | { url: string; html: string } {
  const [, target] = /<form method="post" action="([^"]+)"/.exec(html) ?? [];
  if (!target) return { url, html };
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const form = new URLSearchParams();
  for (const [, name = "", value = ""] of fields) form.append(name, plain(value));
  return { url: plain(target), form };
}

const ENTITIES: Record<string, string> = { amp: "&", quot: '"', "#39": "'", lt: "<", gt: ">" };

function plain(html: string): string {
  return html.replace(/&(amp|quot|#39|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? "");
}
