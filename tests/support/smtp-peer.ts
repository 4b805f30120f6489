import type { Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/** The SMTP commands before the text of a mail. */
type Step = "MAIL" | "RCPT" | "DATA";

/**
 * How the mail server answers a mail:
 * - "take" accepts it
 * - "later" defers it (451)
 * - "closing" defers it (421) and closes the connection
 * - "no-recipient" and "no-text" refuse its recipient or its text permanently
 * - "silence" never answers the text
 * - "hang-up" closes the connection after the text
 *
 * Answers such as "later at RCPT" answer an SMTP command before the text. There, "never" refuses the mail permanently.
 */
export type Answer =
  | "take"
  | "later"
  | "closing"
  | "no-recipient"
  | "no-text"
  | "silence"
  | "hang-up"
  | `${"later" | "never" | "hang-up"} at ${Step}`;

/** A mail that arrived completely, regardless of the answer. */
export interface Arrived {
  readonly to: string[];
  readonly raw: string;
  readonly messageId: string;
}

export interface SmtpPeer {
  /** The value for SMTP_URL, with a short timeout. */
  readonly url: string;
  readonly arrived: Arrived[];
  /** How many mails clients have begun to send, including refused ones. */
  tries(): number;
  close(): Promise<void>;
}

/**
 * A mail server on loopback: the nth mail gets the nth of `answers`, further mails get the last of them. `seen` is
 * called when a text has arrived, and before an early answer such as "later at RCPT".
 */
export async function smtpPeer(answers: readonly Answer[], seen?: () => unknown): Promise<SmtpPeer> {
  const arrived: Arrived[] = [];
  const sockets = new Map<number | undefined, Socket>();
  let tries = 0;
  const answer = () => answers[Math.min(tries, answers.length) - 1] ?? "take";
  /** Answers one SMTP command before the text. Does not call `next` when the answer is to hang up. */
  const early = async (
    step: Step,
    session: { remotePort?: number },
    next: (refused?: Refusal) => void,
  ): Promise<void> => {
    if (!answer().endsWith(` at ${step}`)) return next();
    await seen?.();
    if (answer() === `hang-up at ${step}`) return void sockets.get(session.remotePort)?.destroy();
    const later = answer() === `later at ${step}`;
    next(later ? refusal(451, "4.7.1 greylisted, come back later") : refusal(554, "5.7.1 not wanted"));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom(_, session, done) {
      tries += 1;
      const connection = [...server.connections].find((one) => one.session === session);
      if (connection) {
        const takeText = connection.handler_DATA.bind(connection);
        connection.handler_DATA = (command, next) =>
          early("DATA", session, (refused) => {
            if (!refused) return takeText(command, next);
            connection.send(refused.responseCode, refused.message);
            next();
          });
      }
      early("MAIL", session, done);
    },
    onRcptTo({ address }, session, done) {
      // Real servers repeat the email address in their answer.
      if (answer() === "no-recipient") return done(refusal(550, `5.1.1 <${address}>: unknown here`));
      early("RCPT", session, done);
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
          case "closing":
            return done(refusal(421, "4.3.2 closing down"));
          case "no-text":
            return done(refusal(554, "5.7.1 not wanted"));
          case "hang-up":
            sockets.get(session.remotePort)?.destroy();
        }
      });
    },
  });
  server.server.on("connection", (socket: Socket) => sockets.set(socket.remotePort, socket));
  server.on("error", () => {}); // A client that hangs up causes a reset.
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

type Refusal = Error & { responseCode: number };

function refusal(responseCode: number, message: string): Refusal {
  return Object.assign(new Error(message), { responseCode });
}
