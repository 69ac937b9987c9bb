import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openControlState } from './control.ts'
import type { Declaration } from './declaration.ts'
import { isLoopbackAddress } from './guard.ts'
import { httpListener } from './listener.ts'
import { type Remembered, removeDrafts } from './memory.ts'
import { showPages } from './page.ts'
import { standinApp } from './standin-app.ts'

export type StartOptions = {
  dataDir: string
  host?: string
  /** By listener: `http`, and the names in `listeners`; a missing one takes any free port. */
  ports?: Record<string, number>
  /** The product's URL, if known; the control API can set it later. */
  productUrl?: string | undefined
  /** The mail server for mails that the service itself sends. */
  smtpUrl?: string | null | undefined
  /** The URL of its API, if different. */
  productApiUrl?: string | undefined
  /** The host from which repositories are cloned. */
  codeHostUrl?: string | undefined
}

export type RunningStandin = {
  url: string
  /** One for each listener besides HTTP. */
  addresses: Record<string, string>
  close(): Promise<void>
}

/** A declared stand-in, ready to start; the type of its state is hidden from here on. */
export type Standin = {
  name: string
  listeners: string[]
  start(options: StartOptions): Promise<RunningStandin>
}

export function standin<Memory extends Remembered>(declaration: Declaration<Memory>): Standin {
  return {
    name: declaration.name,
    listeners: Object.keys(declaration.listeners ?? {}),
    start: (options) => start(declaration, options),
  }
}

async function start<Memory extends Remembered>(
  declaration: Declaration<Memory>,
  options: StartOptions,
): Promise<RunningStandin> {
  const { dataDir, host = '127.0.0.1', ports = {}, smtpUrl = null } = options
  const { productUrl, productApiUrl } = options
  if (host !== 'localhost' && !isLoopbackAddress(host))
    throw new Error(`it listens on loopback only, not on ${host}.`)
  const folder = await prepareFolder(dataDir, declaration.name)
  const control = openControlState(folder, join(dataDir, 'standins', 'clock.json'))
  const memory = await declaration.remember({ folder, clock: control.clock })
  const { clock, faults, log } = control
  const addresses = { http: '' } as Record<string, string> & { http: string }
  const product = {
    url: productUrl === undefined ? null : new URL(productUrl).origin,
    apiUrl: productApiUrl?.replace(/\/+$/, '') ?? null,
  }
  const showPage = showPages(declaration)
  const codeHostUrl = options.codeHostUrl?.replace(/\/+$/, '') ?? null
  const needs = { memory, clock, faults, log, addresses, product, smtpUrl, codeHostUrl, showPage }

  const front = httpListener(standinApp(declaration, needs, control))
  const others = Object.entries(declaration.listeners ?? {}).map(
    ([name, make]) => [name, make(needs)] as const,
  )
  const close = async () => {
    await Promise.all(
      [front, ...others.map(([, listener]) => listener)].map((listener) => listener.close()),
    )
    await Promise.all([memory.close(), control.close()])
  }

  try {
    addresses.http = await front.open(ports.http ?? 0, host)
    for (const [name, listener] of others)
      addresses[name] = await listener.open(ports[name] ?? 0, host)
    const { http: url, ...besides } = addresses
    return { url, addresses: besides, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function prepareFolder(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, 'standins', name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeDrafts(folder)

  return folder
}
