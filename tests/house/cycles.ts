// Finds cycles in a graph of imports between features or files.

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function graphOf(edges: Iterable<readonly [from: string, to: string]>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
    if (!graph.has(to)) graph.set(to, new Set());
  }
  return graph;
}

/**
 * Sorts the nodes topologically: each node comes after the nodes to which it has edges. That is impossible if the graph
 * has cycles: then `cycles` contains them, each as a path such as ["a", "b", "a"].
 */
export function ordered(graph: Graph): { order: string[]; cycles: string[][] } {
  const order: string[] = [];
  const cycles: string[][] = [];
  const visited = new Set<string>();
  const path: string[] = [];
  const visit = (node: string) => {
    const at = path.indexOf(node);
    if (at >= 0) cycles.push([...path.slice(at), node]);
    if (at >= 0 || visited.has(node)) return;
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    visited.add(node);
    order.push(node);
  };
  for (const node of [...graph.keys()].sort()) visit(node);
  return { order, cycles };
}
