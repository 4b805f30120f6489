import { m } from "#app/paraglide/messages.js";

interface CountsTable {
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
}

export function Counts({ tables }: { tables: readonly CountsTable[] }) {
  return (
    <div className="grid gap-8">
      {tables.map(({ title, rows }) => (
        <table key={title} className="w-full text-left text-[0.9375rem] tabular-nums">
          <caption className="mb-2 text-left font-semibold">{title}</caption>
          <tbody>
            {rows.length === 0 && (
              <tr>
                <td className="border-line border-t py-2 text-soft">{m.records_none()}</td>
              </tr>
            )}
            {rows.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row" className="border-line border-t py-2 pr-4 font-normal">
                  {label}
                </th>
                <td className="border-line border-t py-2 text-right font-medium">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
