import type { Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/**
 * What a mail server does with a mail: takes it, asks to come back later, refuses its recipient or its text for good,
 * never answers to the whole text, or hangs up on it.
 */
export type Answer = "take" | "later" | "no-recipient" | "no-text" | "silence" | "hang-up";

/** A text that arrived whole, whatever was answered. */
export interface Arrived {
  readonly to: string[];
  readonly raw: string;
  readonly messageId: string;
}

export interface SmtpPeer {
  /** For SMTP_URL. Who waits for its answers gives up soon. */
  readonly url: string;
  readonly arrived: Arrived[];
  /** How often somebody began a mail. */
  tries(): number;
  close(): Promise<void>;
}

/**
 * A mail server on loopback. The nth mail gets the nth answer, and the last of them from then on; `seen` runs as a
 * text has arrived, before the answer.
 */
export async function smtpPeer(answers: readonly Answer[], seen?: () => unknown): Promise<SmtpPeer> {
  const arrived: Arrived[] = [];
  const sockets = new Map<number | undefined, Socket>();
  let tries = 0;
  const answer = () => answers[Math.min(tries, answers.length) - 1] ?? "take";
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom(_, __, done) {
      tries += 1;
      done();
    },
    onRcptTo({ address }, _, done) {
      // As servers do, with the address in the words.
      done(answer() === "no-recipient" ? refusal(550, `5.1.1 <${address}>: unknown here`) : undefined);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        const to = session.envelope.rcptTo.map(({ address }) => address);
        arrived.push({ to, raw, messageId: /^Message-ID: (.+)\r?$/im.exec(raw)?.[1] ?? "" });
        await seen?.();
        switch (answer()) {
          case "take":
            return done();
          case "later":
            return done(refusal(451, "come back later"));
          case "no-text":
            return done(refusal(554, "5.7.1 not wanted"));
          case "hang-up":
            sockets.get(session.remotePort)?.destroy();
        }
      });
    },
  });
  server.server.on("connection", (socket: Socket) => sockets.set(socket.remotePort, socket));
  server.on("error", () => {}); // Whoever hangs up is met with a reset.
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}?socketTimeout=700`,
    arrived,
    tries: () => tries,
    async close() {
      for (const socket of sockets.values()) socket.destroy();
      await new Promise<void>((closed) => server.close(closed));
    },
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
