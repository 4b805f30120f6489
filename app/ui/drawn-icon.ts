import { createElement, type ReactElement, type SVGProps } from "react";

interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/**
 * What lucide-react's `createLucideIcon` gives, without its context, classes and computed sizes, which no icon here
 * uses and which are a kilobyte for the browser (docs/decisions/0154). Builds use it (vite.config.ts).
 */
export function drawnIcon({ node }: IconData): (props: SVGProps<SVGSVGElement>) => ReactElement {
  return (props) =>
    createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: 24,
        height: 24,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": "aria-label" in props ? undefined : "true",
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
