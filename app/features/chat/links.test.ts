import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linkedListings, type Piece, textAndLinks } from "./links.ts";

const HOME = "https://second-serve.example";
type Link = Exclude<Piece, string>;
const linksIn = (text: string) =>
  textAndLinks(text, HOME).filter((piece): piece is Link => typeof piece !== "string");

describe("a link in a message", () => {
  test.each([
    ["see https://example.com/a(b)c, ok?", "https://example.com/…", "https://example.com/a(b)c"],
    ["(www.example.com/x).", "www.example.com/…", "https://www.example.com/x"],
    ["https://example.com...", "https://example.com", "https://example.com/"],
    ["«https://example.com/»", "https://example.com/", "https://example.com/"],
    ["HTTP://EXAMPLE.com/A", "HTTP://EXAMPLE.com/…", "http://example.com/A"],
    ["https://müller.de/ä", "https://müller.de/…", "https://xn--mller-kva.de/%C3%A4"],
    ["ראה https://example.com/1 תודה", "https://example.com/…", "https://example.com/1"],
  ])("begins and ends in the right place: %s", (text, shown, href) => {
    expect(linksIn(text)).toEqual([{ text: shown, href, inside: false }]);
  });

  test.each([
    ["https://example.com?tracked=1", "https://example.com/…"],
    ["https://example.com/#top", "https://example.com/…"],
    ["https://example.com:8443", "https://example.com:8443"],
  ])("is shown up to its host: %s", (text, shown) => {
    expect(linksIn(text)).toEqual([{ text: shown, href: new URL(text).href, inside: false }]);
  });

  test.each([
    ["/search?q=pure+drive", { kind: "search" }],
    ["/nl/rackets?brand=babolat", { kind: "search" }],
    ["/sellers/Sanne%20de%20Vries", { kind: "seller", name: "Sanne de Vries" }],
    ["/de/sellers/J%C3%BCrgen", { kind: "seller", name: "Jürgen" }],
    ["/sellers/%E2%80%AEevil", { kind: "other" }],
    ["/sellers/%E0%A4%A", { kind: "other" }],
    ["/sellers/sanne/block", { kind: "other" }],
    ["/", { kind: "other" }],
  ] as const)("names the shop's own page %s", (path, page) => {
    expect(linksIn(HOME + path)).toMatchObject([{ inside: true, page }]);
    expect(linksIn(`https://elsewhere.example${path}`)[0]?.page).toBeUndefined();
  });

  test("leads to a listing on the shop's own pages, in any language", () => {
    const id = "018f3f5e-1c2d-7a3b-8c4d-5e6f7a8b9c0d";
    const pages = [
      `/rackets/${id}`,
      `/nl/bags/${id}?chat=open`,
      `/en-us/balls/${id}#photos`,
      `/rackets/${id}`,
    ];
    const others = [
      `/rackets/${id}/edit`,
      "/rackets",
      "/rackets/models/pure-drive",
      `/orders/${id}`,
      `/messages/${id}`,
    ];
    const text = [...pages, ...others].map((page) => HOME + page).join("\n");
    expect(linkedListings(textAndLinks(text, HOME))).toEqual([`rackets/${id}`, `bags/${id}`, `balls/${id}`]);
    expect(linkedListings(textAndLinks(`https://elsewhere.example/rackets/${id}`, HOME))).toEqual([]);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1) data:text/html,x vbscript:x file:///etc/passwd ftp://example.com",
    "node.js ready.to anna@example.com //example.com",
    "https://bank.example@elsewhere.example/",
    "https://bank.example:pass@elsewhere.example/",
    "https://bank.example\\@elsewhere.example",
    "https://exam\u200bple.com",
    "https://example.com/\u202egro.elpmaxe",
    "http:// www. https://",
  ])("is not made of %j", (text) => {
    expect(textAndLinks(text, HOME)).toEqual([text]);
  });

  test.each([
    ["https://xn--pple-43d.com/", "https://аpple.com/"],
    ["https://xn--googl-3we.com", "https://googlе.com"],
    ["http://127.0.0.1/…", "http://0x7f.1/x"],
    ["https://google.com", "https://ｇoogle.com"],
    ["www.xn--e1afmkfd.com", "www.пример.com"],
  ])("shows the host that it leads to: %s for %s", (shown, written) => {
    expect(linksIn(written).map(({ text }) => text)).toEqual([shown]);
  });

  test("is internal when it leads to the shop, and not when it only begins like the shop's URL", () => {
    const inside = (text: string) => linksIn(text).map((link) => link.inside);
    expect(inside(`${HOME}/rackets/1?x#y`)).toEqual([true]);
    expect(linksIn(`${HOME}//elsewhere.example`)[0]?.href).toBe(`${HOME}//elsewhere.example`);
    expect(inside(`${HOME}.elsewhere.example/ http://second-serve.example ${HOME}:81/`)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("links in any text", () => {
  const bit = fc.constantFrom(
    ...[
      ...["https://", "http://", "www.", "javascript:", "example", ".com", "@", ":", "/", "\\", "?", "#"],
      ...["а", "ü", "."],
    ],
    ...[" ", "\n", "\u202e", "\u200b", "(", ")", "🎾", "xn--", "%00", '"', "<", "'", "[::1]", "127.1"],
  );
  const text = fc.oneof(
    fc.array(bit, { maxLength: 12 }).map((bits) => bits.join("")),
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
  );

  test("leave the rest of the text unchanged", () => {
    fc.assert(
      fc.property(text, (written) => {
        let at = 0;
        for (const piece of textAndLinks(written, HOME)) {
          if (typeof piece !== "string") continue;
          const found = written.indexOf(piece, at);
          expect(found).toBeGreaterThanOrEqual(at);
          at = found + piece.length;
        }
        if (linksIn(written).length === 0) expect(textAndLinks(written, HOME).join("")).toBe(written);
      }),
      { numRuns: 500 },
    );
  });

  test("lead by http or https to the host that they show, without credentials [V1.2.2 V1.3.5]", () => {
    fc.assert(
      fc.property(text, (written) => {
        for (const { text: shown, href, inside } of linksIn(written)) {
          const target = new URL(href);
          expect(["http:", "https:"]).toContain(target.protocol);
          expect(target.username + target.password).toBe("");
          expect(inside).toBe(target.origin === HOME);
          expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\s]/u);
          const seen = new URL(/^www\./i.test(shown) ? `https://${shown}` : shown);
          expect(seen.host).toBe(target.host);
          expect(/^(?:https?:\/\/)?([^/?#]*)/i.exec(shown)?.[1]).toMatch(/^[\x21-\x7eß-öø-ÿœ]*$/i);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
