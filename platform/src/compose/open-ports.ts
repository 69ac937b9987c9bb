import { once } from 'node:events'
import { createServer } from 'node:net'
import type { PlatformConfig } from '#config/platform-config.ts'
import { StartError } from '#errors/start-error.ts'
import type { Handler } from '#http/frame/framed-request.ts'
import { type Listening, listen } from '#http/frame/listen.ts'

/** A port that already listens, with the handler that answers its requests. */
export type Port = Listening & { serve(handler: Handler): void }

export type Ports = { main: Port; metrics: Port | null; close(): Promise<void> }

/**
 * Listens before anything else is opened: an occupied port is reported early, and health checks work during migrations.
 */
export async function openPorts(config: PlatformConfig, first: Handler): Promise<Ports> {
  const { host, port } = config.metrics
  if (isByName(config)) await refuseOtherProgram(config.port)
  const main = await openPort(config, first)
  const metrics =
    port === null ? null : await openPort({ host, port, variables: METRICS_VARIABLES }, first)

  return {
    main,
    metrics,
    close: async () => {
      await Promise.all([main.drain(), metrics?.drain()])
    },
  }
}

const METRICS_VARIABLES = { host: 'METRICS_HOST', port: 'METRICS_PORT' }

async function openPort(place: Parameters<typeof listen>[1], first: Handler): Promise<Port> {
  let current = first
  const listening = await listen((incoming, outgoing) => current(incoming, outgoing), place)

  return {
    ...listening,
    serve: (handler) => {
      current = handler
    },
  }
}

/** People open the name, of which this server has only the IPv4 address. */
const isByName = ({ host, port, siteUrl }: PlatformConfig) =>
  host === '127.0.0.1' && port !== 0 && new URL(siteUrl).hostname === 'localhost'

/** Browsers try the IPv6 address first, so a program there would answer in place of this server. */
async function refuseOtherProgram(port: number): Promise<void> {
  const probe = createServer().listen({ host: '::1', port, exclusive: true })
  try {
    await once(probe, 'listening')
  } catch (error) {
    // This machine may have no IPv6.
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return
    throw new StartError(
      `Port ${port} on ::1 is in use by another program, which browsers would find at localhost. Stop it, or set PORT to a free one.`,
    )
  }
  probe.close()
  await once(probe, 'close')
}
