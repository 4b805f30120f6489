// Law 13 of docs/laws.md: URL paths of the shop are built with href(), and those of categories by one module.
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { failureText, isPure, isTest, parseText, source, sources } from "./source.ts";
import { patternsOf, writtenAddresses, writtenCategoryAddresses } from "./written-addresses.ts";

const patterns = patternsOf(await routes);

const shopSources = sources.filter((file) => /^(app|server)\//.test(file) && !isTest(file));

/**
 * Whether a file may contain URL paths: pure files cannot import a router (law 3); app/routes.ts defines the paths, and
 * operations of the API those below its own address.
 */
const mayWrite = (file: string) =>
  file === "app/routes.ts" || file.startsWith("app/routes/api/") || isPure(file);

const CATEGORY_PATHS = "app/domain/categories/paths.ts";

/** Files with template literals that look like the URL path of a category, but are none. */
const OTHER_PATHS = ["app/domain/local-path.ts", "server/static-files.ts"];

test("no URL path of the shop is written as a literal", () => {
  const found = shopSources
    .filter((file) => !mayWrite(file))
    .flatMap((file) =>
      writtenAddresses(source(file), patterns).map(({ line, route }) => `${file}:${line} leads to ${route}`),
    );
  expect(
    failureText('Build it: href("/orders/:dealId", { dealId }), with href from react-router.', found),
  ).toBe("");
});

test("every URL path of a category is built by one module", () => {
  const found = shopSources
    .filter((file) => file !== CATEGORY_PATHS && !OTHER_PATHS.includes(file))
    .flatMap((file) =>
      writtenCategoryAddresses(source(file)).map(({ line, route }) => `${file}:${line} leads to ${route}`),
    );
  expect(
    failureText(`Build it with browsePath(), listingPath() or another of ${CATEGORY_PATHS}.`, found),
  ).toBe("");
  for (const file of [CATEGORY_PATHS, ...OTHER_PATHS])
    expect(writtenCategoryAddresses(source(file)), `${file} needs no exception`).not.toEqual([]);
});

const routesIn = (code: string) =>
  writtenAddresses(parseText("app/ui/example.tsx", code), patterns).map(({ route }) => route);

test.each([
  ['<Link to="/cart" />', ["/cart"]],
  ["<Form action={busy ? undefined : '/sell/business?tab=upload'} />", ["/sell/business"]],
  ["<a href={`/orders/${id}#steps`} />", ["/orders/:dealId"]],
  ["redirect(`/messages/${room.id}`, { headers })", ["/messages/:roomId"]],
  ["navigate(`/auth${search}`)", ["/auth"]],
  ["fetch(`/chat/photos/${digits}/${size}.webp`)", ["/chat/photos/:digits/:file"]],
  ["const PATH = '/my-listings';", ["/my-listings"]],
  ["<Link to='/' />; redirect('/', { headers })", ["/", "/"]],
])("%s is detected as a literal URL path", (code, found) => expect(routesIn(code)).toEqual(found));

test.each([
  '<Link to={href("/cart")} />',
  'redirect(`${href("/orders/:dealId", { dealId })}?cancel`)',
  'const MOVED = { "/sell/new": to };',
  'let path: "/cart" | "/orders";',
  "path.split('/'); path === '/' ? a : b",
  "fetch('/events'); fetch('/cart/elsewhere')",
  "<p>/cart</p>",
])("%s contains no literal URL path", (code) => expect(routesIn(code)).toEqual([]));

const categoryRoutesIn = (code: string) =>
  writtenCategoryAddresses(parseText("app/ui/example.tsx", code)).map(({ route }) => route);

test.each([
  ["<Link to={`/${definition.plural}`} />", ["/:plural"]],
  ["redirect(`/${category?.plural ?? type}?q=${q}`)", ["/:plural"]],
  ["`/${plural}${params.size > 0 ? `?${params}` : ''}`", ["/:plural"]],
  ["const path = `/${name}/${id}`; const fresh = `/${plural}/new`;", ["/:plural/:id", "/:plural/:id"]],
  ["`/${plural}/${id}/edit`; `${path}/edit`", ["/:plural/:id/edit", "/:plural/:id/edit"]],
  ["`/sell/${sell}`", ["/sell/:category"]],
])("%s is detected as a URL path of a category", (code, found) =>
  expect(categoryRoutesIn(code)).toEqual(found),
);

test.each([
  "<Link to={listingPath(definition, id)} />",
  "`${browsePath(definition)}?q=${q}`",
  "`/orders/${id}`; `${width}/${height}`; `/photos/${key}/${file}`; `/edit`",
  "let path: `/${string}`;",
])("%s contains no URL path of a category", (code) => expect(categoryRoutesIn(code)).toEqual([]));
