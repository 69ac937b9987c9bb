import type { PlatformConfig } from '#config/platform-config.ts'
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
