import { StartError } from '#errors/start-error.ts'

const STOP_LIMIT_MS = 10_000

type Started = { url: string; stop(): Promise<void> }

/** Runs a command: prints where it listens, stops on a signal, and explains in one sentence why it cannot start. */
export async function runUntilStopped(start: () => Promise<Started>): Promise<void> {
  try {
    const running = await start()
    process.stdout.write(`ready ${running.url}\n`)

    const stop = async () => {
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
      await running.stop()
      process.exit(0)
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  } catch (error) {
    process.stderr.write(
      `${error instanceof StartError ? error.message : error instanceof Error ? error.stack : error}\n`,
    )
    process.exit(1)
  }
}
