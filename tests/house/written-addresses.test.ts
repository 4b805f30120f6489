// Law 13 of docs/laws.md: addresses are built with href().
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { broken, isPure, isTest, parseText, source, sources } from "./source.ts";
import { patternsOf, writtenAddresses } from "./written-addresses.ts";

const patterns = patternsOf(await routes);

/** Pure files cannot import a router (law 3), and app/routes.ts defines the addresses. */
const mayWrite = (file: string) => file === "app/routes.ts" || isPure(file);

test("no address is written as a literal", () => {
  const found = sources
    .filter((file) => /^(app|server)\//.test(file) && !isTest(file) && !mayWrite(file))
    .flatMap((file) =>
      writtenAddresses(source(file), patterns).map(({ line, route }) => `${file}:${line} leads to ${route}`),
    );
  expect(broken('Build it: href("/orders/:dealId", { dealId }), with href from react-router.', found)).toBe(
    "",
  );
});

const routesIn = (code: string) =>
  writtenAddresses(parseText("app/ui/example.tsx", code), patterns).map(({ route }) => route);

test.each([
  ['<Link to="/cart" />', ["/cart"]],
  ["<Form action={busy ? undefined : '/sell/business?tab=upload'} />", ["/sell/business"]],
  ["<a href={`/orders/${id}#steps`} />", ["/orders/:dealId"]],
  ["redirect(`/messages/${room.id}`, { headers })", ["/messages/:roomId"]],
  ["navigate(`/auth${search}`)", ["/auth"]],
  ["fetch(`/photos/${key}/${size}.webp`)", ["/photos/:key/:file"]],
  ["const PATH = '/my-listings';", ["/my-listings"]],
  ["<Link to='/' />; redirect('/', { headers })", ["/", "/"]],
])("%s is detected", (code, found) => expect(routesIn(code)).toEqual(found));

test.each([
  '<Link to={href("/cart")} />',
  'redirect(`${href("/orders/:dealId", { dealId })}?cancel`)',
  'const MOVED = { "/sell/new": to };',
  'let path: "/cart" | "/orders";',
  "path.split('/'); path === '/' ? a : b",
  "<Link to={`/${definition.plural}/${id}`} />",
  "fetch('/events'); fetch('/cart/elsewhere')",
  "<p>/cart</p>",
])("%s contains no literal address", (code) => expect(routesIn(code)).toEqual([]));
