import type { FileFault } from "#app/domain/csv/file-fault.ts";
import type { ResponseMessage, WorkerProtocol, WorkerRequest } from "./protocol.ts";

export class Unreadable extends Error {
  readonly fault: FileFault;
  readonly row: number | null;

  constructor(fault: FileFault, row: number | null) {
    super(fault);
    this.fault = fault;
    this.row = row;
  }
}

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void };

/** The page's client of reading.worker.ts. */
export class Reader {
  readonly #worker = new Worker(new URL("./reading.worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, Waiting>();
  #requests = 0;

  /** `progress` receives how much of the file has been read, 0 to 1, and how many rows. */
  constructor(progress: (part: number, rows: number) => void) {
    this.#worker.onmessage = ({ data }: MessageEvent<ResponseMessage>) => {
      if ("part" in data) {
        progress(data.part, data.rows);
        return;
      }
      const waiting = this.#waiting.get(data.callId);
      this.#waiting.delete(data.callId);
      if ("answer" in data) waiting?.resolve(data.answer as never);
      else if ("refused" in data) waiting?.reject(new Unreadable(data.refused, data.row));
      else waiting?.reject(new Error(data.failed));
    };
    // The script of the worker could not be loaded, or the worker ran out of memory.
    this.#worker.onerror = (event) => {
      event.preventDefault();
      for (const { reject } of this.#waiting.values()) reject(new Error("The reading worker ended."));
      this.#waiting.clear();
    };
  }

  /** @throws Unreadable for a file that cannot be read as a table, another Error for a fault of the program */
  call<Q extends WorkerRequest>(
    method: Q,
    params: WorkerProtocol[Q]["params"],
  ): Promise<WorkerProtocol[Q]["result"]> {
    this.#requests += 1;
    const callId = this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(callId, { resolve, reject });
      this.#worker.postMessage({ ...params, callId, method });
    });
  }

  /** Ends the worker. Its pending requests are never answered. */
  close(): void {
    this.#worker.terminate();
    this.#waiting.clear();
  }
}
