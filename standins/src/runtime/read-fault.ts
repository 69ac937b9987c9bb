import { randomUUID } from 'node:crypto'
import type { Fault } from './faults.ts'
import { fieldsOf, InvalidInput } from './fields.ts'

const MAX_LATENCY_MS = 60_000

/** `{"method":"POST","path":"/v1/*","nth":3,"times":2,"status":503}`: the third and fourth; `"times":null` means always. */
export function readFault(input: unknown): Fault {
  const fields = fieldsOf(input)
  const fault: Fault = {
    id: randomUUID(),
    method: fields.text('method', '*').toUpperCase(),
    path: fields.text('path', '*'),
    passes: fields.integer('nth', 1) - 1,
    remaining: fields.value('times') === null ? null : fields.integer('times', 1),
    latencyMs: fields.integer('latencyMs', 0),
    status: fields.has('status') ? fields.integer('status') : null,
    headers: readHeaders(fields.value('headers')),
    body: fields.value('body') ?? { error: 'This is a fault the stand-in was told to show.' },
    malformed: fields.flag('malformed'),
    drop: fields.oneOf('drop', ['before', 'after']),
  }
  validateFault(fault)

  return fault
}

function validateFault(fault: Fault): void {
  if (fault.remaining !== null && fault.remaining < 1) {
    throw new InvalidInput('"times" must be at least 1, or null for always.')
  }
  if (fault.passes < 0) throw new InvalidInput('"nth" must be at least 1.')
  if (fault.latencyMs < 0 || fault.latencyMs > MAX_LATENCY_MS) {
    throw new InvalidInput(`"latencyMs" must lie between 0 and ${MAX_LATENCY_MS}.`)
  }
  if (fault.status !== null && (fault.status < 200 || fault.status > 599)) {
    throw new InvalidInput('"status" must lie between 200 and 599.')
  }
  if (!fault.latencyMs && fault.status === null && !fault.malformed && !fault.drop) {
    throw new InvalidInput('A fault needs one of: latencyMs, status, malformed, drop.')
  }
}

function readHeaders(value: unknown): Record<string, string> {
  const fields = fieldsOf(value ?? {})

  return Object.fromEntries(Object.keys(value ?? {}).map((name) => [name, fields.text(name)]))
}
