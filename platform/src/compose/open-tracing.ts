import { hostname } from 'node:os'
import type { TracingConfig } from '#config/tracing.ts'
import type { Log } from '#log/log.ts'
import type { Build, Metrics } from '#log/metrics.ts'
import { openOtlpExporter } from '#log/otlp-exporter.ts'
import { currentTrace } from '#log/request-scope.ts'
import { openTracing, type Tracing } from '#log/tracing.ts'
import { type OutsideCall, outsideCalls } from '#outside/outside-calls.ts'

type Needs = {
  config: TracingConfig
  build: Build | undefined
  log: Log
  metrics: Pick<Metrics, 'counter'>
}

/** Sends traces to a collector. Loaded only where one is configured. */
export function openConfiguredTracing({ config, build, log, metrics }: Needs): Tracing {
  const { url, headers, ratio, serviceName } = config
  const counted = metrics.counter('gitferry_trace_spans_total', 'Spans of traces: sent, dropped')
  const resource = {
    'service.name': serviceName,
    'service.version': build?.version ?? 'unknown',
    'service.instance.id': `${hostname()}-${process.pid}`,
  }
  const exporter = openOtlpExporter({ url, headers, resource, log, count: counted })
  const tracing = openTracing({ exporter, ratio })
  outsideCalls.subscribe(addOutsideCall)

  return {
    ...tracing,
    close: async () => {
      outsideCalls.unsubscribe(addOutsideCall)
      await tracing.close()
    },
  }
}

/** A finished call is published in the context of whoever made it. */
function addOutsideCall(message: unknown): void {
  const call = message as OutsideCall
  const ended = performance.now()
  currentTrace()?.add({
    kind: 'outside',
    subject: call.provider,
    began: ended - call.seconds * 1000,
    ended,
    ...('failure' in call ? { failure: 'unavailable' } : { status: call.status }),
  })
}
