import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { UserMenu } from "./user-menu.tsx";

test.each([
  ["Steffi", "Steffi"],
  ["", "Tennis User"],
])("the account menu of %j is labelled with %s [A2.36]", (username, shown) => {
  const viewer = { id: "1", username, avatarUrl: null };
  const router = createMemoryRouter([
    { path: "/", element: createElement(UserMenu, { viewer, unreadChats: 0 }) },
  ]);
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  expect(html).toContain(`aria-label="${shown}: your menu"`);
  expect(html).toContain(`>${shown}</span>`);
});
