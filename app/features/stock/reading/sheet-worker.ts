import { FileRefused } from "#app/domain/csv/file-fault.ts";
import type { ResponseMessage, WorkerMethod, WorkerProtocol } from "./protocol.ts";
import workerUrl from "./reading.worker.ts?worker&url";

/** The promise of a call. `never` fits the result of every method: `call` has the type of each. */
type Waiting = { resolve: (result: never) => void; reject: (error: Error) => void };

/**
 * Reads a shop's stock file (CSV) in a worker, so that the page stays smooth with 50,000 rows. The rows stay in the
 * worker; this is the page's client of reading.worker.ts.
 */
export class SheetWorker {
  // By its path, at the shop: browsers run no worker of another host, such as a CDN (docs/decisions/0200).
  readonly #worker = new Worker(workerUrl, { type: "module" });
  readonly #waiting = new Map<number, Waiting>();
  #lastCall = 0;
  #ended: Error | undefined;

  /** `progress` receives how much of the file has been read, 0 to 1, and how many rows. */
  constructor(progress: (part: number, rows: number) => void) {
    this.#worker.onmessage = ({ data }: MessageEvent<ResponseMessage>) => {
      if ("part" in data) {
        progress(data.part, data.rows);
        return;
      }
      const waiting = this.#waiting.get(data.callId);
      this.#waiting.delete(data.callId);
      if ("result" in data) waiting?.resolve(data.result as never);
      else if ("fault" in data) waiting?.reject(new FileRefused(data.fault, data.row));
      else waiting?.reject(new Error(data.failed));
    };
    // The script of the worker could not be loaded, or the worker ran out of memory.
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#ended = new Error("The worker of the stock file ended.");
      for (const { reject } of this.#waiting.values()) reject(this.#ended);
      this.#waiting.clear();
    };
  }

  /** @throws FileRefused for a file that cannot be read as a table, another Error for a fault of the program */
  call<Method extends WorkerMethod>(
    method: Method,
    params: WorkerProtocol[Method]["params"],
  ): Promise<WorkerProtocol[Method]["result"]> {
    if (this.#ended) return Promise.reject(this.#ended);
    this.#lastCall += 1;
    const callId = this.#lastCall;
    return new Promise((resolve, reject) => {
      this.#waiting.set(callId, { resolve, reject });
      this.#worker.postMessage({ ...params, callId, method });
    });
  }

  /** Ends the worker. The page has dropped its file, so pending calls are never answered. */
  close(): void {
    this.#worker.terminate();
    this.#waiting.clear();
  }
}
