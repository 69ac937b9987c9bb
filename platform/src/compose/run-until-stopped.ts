import { StartError } from '#errors/start-error.ts'
import { announceReady } from '#log/announce-ready.ts'

const STOP_LIMIT_MS = 10_000

type Started = {
  url: string
  stop(): Promise<void>
  isProduction?: boolean
  stopLimitMs?: number
}

/** Runs a command: prints where it listens, stops on a signal, and explains in one sentence why it cannot start. */
export async function runUntilStopped(start: () => Promise<Started>): Promise<void> {
  try {
    const running = await start()
    let isStopping = false
    const stop = async () => {
      // The terminal and npm may both send a signal; the second one changes nothing.
      if (isStopping) return
      isStopping = true
      setTimeout(() => process.exit(1), running.stopLimitMs ?? STOP_LIMIT_MS).unref()
      await running.stop()
      process.exit(0)
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
    // Last, because a script that waits for this line may send a signal immediately.
    announceReady(running.url, { isProduction: running.isProduction ?? false })
  } catch (error) {
    process.stderr.write(
      `${error instanceof StartError ? error.message : error instanceof Error ? error.stack : error}\n`,
    )
    process.exit(1)
  }
}
