export function BulletList({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold">{title}</h2>
      <ul className="grid list-disc gap-1.5 pl-5 marker:text-soft">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}
