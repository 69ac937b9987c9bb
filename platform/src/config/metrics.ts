import type { EnvironmentReader } from './environment.ts'

export type MetricsConfig = {
  host: string
  /** null: the main port serves the metrics, if any port does. */
  port: number | null
  /** null: no token is required. */
  token: string | null
}

const TOKEN_MIN_BYTES = 16

export function readMetrics(env: EnvironmentReader, mainPort: number): MetricsConfig {
  const port = env.whole('METRICS_PORT', 0, { min: 1, max: 65_535 })
  const token = env.get('METRICS_TOKEN') ?? null
  if (port !== 0 && port === mainPort) env.problem('METRICS_PORT must not be PORT')
  if (token !== null && Buffer.byteLength(token) < TOKEN_MIN_BYTES) {
    env.problem(`METRICS_TOKEN must have at least ${TOKEN_MIN_BYTES} bytes`)
  }

  return {
    host: env.text('METRICS_HOST', '127.0.0.1'),
    port: port === 0 ? null : port,
    token,
  }
}
