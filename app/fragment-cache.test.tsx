import { renderToString } from "react-dom/server";
import { Link } from "react-router";
import { afterEach, describe, expect, test } from "vitest";
import { cachedFragment } from "./fragment-cache.server.tsx";
import { overwriteGetLocale } from "./paraglide/runtime.js";
import { currentLocale, inRequest } from "./platform/request-context.server.ts";
import { CachedFragment, setFragmentCache } from "./ui/cached-fragment.tsx";

let times = 0;

function Card({ name, price }: { name: string; price: number }) {
  times++;
  return (
    <>
      <Link to="/rackets/1">
        {name}: {price}
      </Link>
      {" & "}
      <b>more</b>
    </>
  );
}

function card(name: string, price: number) {
  return (
    <CachedFragment as="li" name="test" cacheKey={[name, price]} className="card">
      {() => <Card name={name} price={price} />}
    </CachedFragment>
  );
}

afterEach(() => {
  times = 0;
});

describe("a cached fragment", () => {
  setFragmentCache(cachedFragment);
  overwriteGetLocale(currentLocale);

  test("is rendered once for the same key, and again for another", () => {
    const page = renderToString(
      <ul>
        {card("Blade", 1)}
        {card("Blade", 1)}
        {card("Blade", 2)}
      </ul>,
    );
    expect(times).toBe(2);
    expect(page.match(/<li class="card">/g)).toHaveLength(3);
    expect(page.match(/href="\/rackets\/1"/g)).toHaveLength(3);
  });

  test("has the same HTML as a fragment that is rendered without the cache", () => {
    const html = renderToString(<p id="around">{card("<Blade>", 3)}</p>);
    expect(html).toBe(
      '<p id="around"><li class="card"><a href="/rackets/1" data-discover="true">&lt;Blade&gt;<!-- -->: <!-- -->3</a> &amp; <b>more</b></li></p>',
    );
  });

  test("has no preloads of its pictures, which hydration does not expect", () => {
    const html = renderToString(
      <CachedFragment as="p" name="picture" cacheKey={1}>
        {() => <img src="/a.avif" alt="" />}
      </CachedFragment>,
    );
    expect(html).toBe('<p><img src="/a.avif" alt=""/></p>');
  });

  test("is cached for each language", () => {
    const html = inRequest({ id: "1", locale: "nl" }, () => renderToString(card("Blade", 1)));
    expect(html).toContain('href="/nl/rackets/1"');
  });
});
