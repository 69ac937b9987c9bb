import { storageKey } from '#api/session/stored-session.ts'
import { readStored } from '#browser/storage.ts'

type Severity = 'info' | 'warning' | 'error'

type Circumstances = {
  severity?: Severity
  componentStack?: string | undefined
  metadata?: Record<string, unknown>
}

/** The error record from the specification, section 3. */
export type ErrorRecord = {
  message: string
  stack: string | null
  componentStack: string | null
  userId: string | null
  timestamp: string
  severity: Severity
  metadata: Record<string, unknown>
  url: string
  userAgent: string
}

const reported = new WeakSet<object>()

/** Written to the console, never sent. An error that passes several boundaries is logged once. */
export function reportError(error: unknown, circumstances: Circumstances = {}): void {
  if (typeof error === 'object' && error !== null) {
    if (reported.has(error)) return
    reported.add(error)
  }

  // biome-ignore lint/suspicious/noConsole: this is the one place that writes there.
  console.error(errorRecord(error, circumstances))
}

export function errorRecord(error: unknown, circumstances: Circumstances): ErrorRecord {
  return {
    message: error instanceof Error ? error.message : String(error),
    stack: (error instanceof Error && error.stack) || null,
    componentStack: circumstances.componentStack ?? null,
    userId: storedUserId(),
    timestamp: new Date().toISOString(),
    severity: circumstances.severity ?? 'error',
    metadata: circumstances.metadata ?? {},
    url: location.href.replace(/#.*/, ''),
    userAgent: navigator.userAgent,
  }
}

/** Read from the store, because the session itself may be broken. */
function storedUserId(): string | null {
  try {
    const stored = readStored(storageKey())
    return (JSON.parse(stored ?? 'null') as { user?: { id?: string } } | null)?.user?.id ?? null
  } catch {
    return null
  }
}
