import { fstatSync } from 'node:fs'
import { readRunOptions } from './run-options.ts'
import type { RunningStandin, Standin, StartOptions } from './standin.ts'

/** Starts the chosen stand-ins, prints one JSON line for each that listens, and runs until stopped. */
export async function runStandins(standins: Standin[], args: string[]): Promise<void> {
  const running: RunningStandin[] = []
  const stop = async (exitCode: number) => {
    await Promise.all(running.splice(0).map((one) => one.close()))
    process.exit(exitCode)
  }

  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  whenParentIsGone(() => stop(0))

  try {
    const { chosen, ...options } = readRunOptions(standins, args)
    for (const { standin, ports } of chosen) {
      const one = await start(standin, { ...options, ports })
      running.push(one)
      const line = { standin: standin.name, url: one.url, ...one.addresses }
      process.stdout.write(`${JSON.stringify(line)}\n`)
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    await stop(1)
  }
}

const start = (standin: Standin, options: StartOptions) =>
  standin.start(options).catch((error) => {
    throw new Error(`The ${standin.name} stand-in cannot start: ${error.message}`)
  })

/** A killed start script cannot stop its children: they notice that its pipe or channel closed. */
function whenParentIsGone(stop: () => void): void {
  process.on('disconnect', stop)

  const stdin = fstatSync(0)
  // A terminal or /dev/null is no pipe to the parent, and /dev/null ends at once.
  if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on('end', stop).on('error', stop).resume()
}
