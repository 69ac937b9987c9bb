import type { EnvironmentReader } from './environment.ts'

/** Where traces are sent. The names are OpenTelemetry's. */
export type TracingConfig = {
  url: string
  headers: Record<string, string>
  /** The share of requests and jobs whose trace is exported. */
  ratio: number
  serviceName: string
}

const DEFAULT_RATIO = 0.01

/** null: nothing is traced. */
export function readTracing(env: EnvironmentReader, appName: string): TracingConfig | null {
  const endpoint = env.address('OTEL_EXPORTER_OTLP_ENDPOINT', '', ['http:', 'https:'])
  const headers = readHeaders(env)
  const ratio = readRatio(env)
  const serviceName = env.text('OTEL_SERVICE_NAME', appName)
  if (endpoint === '') return null

  return { url: `${endpoint}/v1/traces`, headers, ratio, serviceName }
}

/** `name=value,name=value`, percent-encoded as in W3C Baggage. */
function readHeaders(env: EnvironmentReader): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const entry of env.list('OTEL_EXPORTER_OTLP_HEADERS')) {
    const [name = '', value = ''] = entry.split(/=(.*)/s).map((part) => part.trim())
    const decoded = decode(value)
    if (!HEADER_NAME.test(name) || decoded === null || !HEADER_VALUE.test(decoded)) {
      env.problem('OTEL_EXPORTER_OTLP_HEADERS must be a list of name=value')
      return {}
    }
    headers[name] = decoded
  }

  return headers
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
const HEADER_VALUE = /^[\x20-\x7e]+$/

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function readRatio(env: EnvironmentReader): number {
  const text = env.get('OTEL_TRACES_SAMPLER_ARG')
  if (text === undefined) return DEFAULT_RATIO
  const ratio = Number(text)
  if (ratio >= 0 && ratio <= 1) return ratio

  env.problem('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1')
  return DEFAULT_RATIO
}
