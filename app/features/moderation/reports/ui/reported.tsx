import { photoUrl } from "#app/features/photos/photo.ts";

export interface ReportedView {
  readonly kind: string;
  readonly name: string;
  readonly by: string | null;
  readonly text: string;
  /** Keys of public photos. */
  readonly photos: readonly string[];
}

export function Reported({ reported: { kind, name, by, text, photos } }: { reported: ReportedView }) {
  const [photo] = photos;
  return (
    <div className="flex gap-4 rounded-lg border border-line bg-surface p-4">
      {photo && (
        <img
          src={photoUrl(photo, 160)}
          alt=""
          width={64}
          height={64}
          className="size-16 shrink-0 rounded-sm object-cover"
        />
      )}
      <div className="grid min-w-0 content-start gap-1">
        <p className="text-soft text-sm">{kind}</p>
        <p className="font-semibold">
          <bdi>{name}</bdi>
        </p>
        {by && (
          <p className="text-soft text-sm">
            <bdi>{by}</bdi>
          </p>
        )}
        {text !== "" && (
          <p dir="auto" className="line-clamp-6 whitespace-pre-line">
            {text}
          </p>
        )}
      </div>
    </div>
  );
}
