import { fstatSync } from 'node:fs'
import { parseArgs } from 'node:util'
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
  // A terminal or /dev/null is not a pipe to the parent, and /dev/null ends immediately.
  if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on('end', stop).on('error', stop).resume()
}

type RunOptions = Omit<StartOptions, 'ports'> & {
  /** The stand-ins to start, each with the ports of its listeners. */
  chosen: { standin: Standin; ports: Record<string, number> }[]
}

/**
 * `--data-dir D --product http://127.0.0.1:3000 --mailbox 3001 --mailbox-smtp 3002`: a stand-in is chosen by giving it
 * a port; 0 takes any free one.
 */
function readRunOptions(standins: Standin[], args: string[]): RunOptions {
  const names = standins.flatMap(({ name, listeners }) => [
    name,
    ...listeners.map((listener) => `${name}-${listener}`),
  ])
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(
      ['data-dir', 'product', 'product-api', 'code-host', ...names].map((name) => [
        name,
        { type: 'string' } as const,
      ]),
    ),
  })
  const { 'data-dir': dataDir } = values
  if (!dataDir) throw new Error('Say with --data-dir where the stand-ins may keep their memories.')
  const portOf = (option: string) => readPort(option, values[option] ?? '0')

  return {
    dataDir,
    productUrl: values.product,
    productApiUrl: values['product-api'],
    codeHostUrl: values['code-host'],
    chosen: standins
      .filter(({ name }) => values[name] !== undefined)
      .map((standin) => ({
        standin,
        ports: Object.fromEntries([
          ['http', portOf(standin.name)],
          ...standin.listeners.map((listener) => [listener, portOf(`${standin.name}-${listener}`)]),
        ]),
      })),
  }
}

function readPort(option: string, text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new Error(`--${option} must be a port number, not "${text}".`)
}
