import { AsyncLocalStorage } from "node:async_hooks";
import { logger } from "./log.server.ts";

/** A body of parts, in UTF-8. Each part is generated only after the part before it was sent, in the request's language. */
export function textStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  // The stream is read outside of the request, but the parts need the request's language.
  const inRequest = AsyncLocalStorage.snapshot();
  return new ReadableStream(
    {
      async pull(stream) {
        try {
          const { done, value } = await inRequest(() => parts.next());
          if (done) stream.close();
          else stream.enqueue(encoder.encode(value));
        } catch (error) {
          // The reader only sees that the file ended early.
          logger.error({ err: error }, "a file could not be finished");
          throw error;
        }
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
