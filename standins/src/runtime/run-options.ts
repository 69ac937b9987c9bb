import { parseArgs } from 'node:util'
import type { Standin } from './standin.ts'

type RunOptions = {
  dataDir: string
  host: string
  productUrl: string | undefined
  smtpUrl: string | undefined
  productApiUrl: string | undefined
  codeHostUrl: string | undefined
  /** The stand-ins to start, each with the ports of its listeners. */
  chosen: { standin: Standin; ports: Record<string, number> }[]
}

/**
 * `--data-dir D --product http://127.0.0.1:3000 --mailbox 3001 --mailbox-smtp 3002`: a stand-in is chosen by giving it
 * a port; 0 takes any free one.
 */
export function readRunOptions(standins: Standin[], args: string[]): RunOptions {
  const names = standins.flatMap(({ name, listeners }) => [
    name,
    ...listeners.map((listener) => `${name}-${listener}`),
  ])
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(
      ['data-dir', 'host', 'product', 'product-api', 'smtp', 'code-host', ...names].map((name) => [
        name,
        { type: 'string' } as const,
      ]),
    ),
  })
  const { 'data-dir': dataDir, host = '127.0.0.1' } = values
  const { product: productUrl, 'product-api': productApiUrl, smtp: smtpUrl } = values
  const { 'code-host': codeHostUrl } = values
  if (!dataDir) throw new Error('Say with --data-dir where the stand-ins may keep their memories.')
  const portOf = (option: string) => readPort(option, values[option] ?? '0')

  return {
    dataDir,
    host,
    productUrl,
    smtpUrl,
    productApiUrl,
    codeHostUrl,
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
