import { type Host, type HostOptions, openHost } from './host.ts'
import type { LimitState } from './pace.ts'

/** Connects environments that use the same account; a BroadcastChannel is one. */
export type LimitChannel = {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  close(): void
}

type LimitSharing = {
  channel: LimitChannel
  /** The stored state, for when no other environment is open. Storage may be unavailable. */
  read: () => string | null
  write: (text: string) => void
}

const ASK = 'limits?'

/** A host that counts writes across all environments of one account. */
export function openSharingHost(
  options: HostOptions,
  { channel, read, write }: LimitSharing,
): Host {
  let state = stored(read())
  const host = openHost({
    ...options,
    ...(state && { limits: state }),
    onLimits: (next) => {
      state = next
      write(JSON.stringify(next))
      channel.postMessage(next)
    },
  })
  // The channel outlives its host and must not keep it alive.
  const listener = new WeakRef(host)
  channel.addEventListener('message', ({ data }) => {
    const open = listener.deref()
    if (!open) channel.close()
    else if (data === ASK) channel.postMessage(state)
    else if (isLimitState(data)) open.addLimits(data)
  })
  channel.postMessage(ASK)

  return host
}

function stored(text: string | null): LimitState | null {
  try {
    const found: unknown = JSON.parse(text ?? 'null')
    return isLimitState(found) ? found : null
  } catch {
    return null
  }
}

function isLimitState(value: unknown): value is LimitState {
  const { writes, pausedUntil, carefulUntil } = (value ?? {}) as Partial<LimitState>

  return Array.isArray(writes) && [...writes, pausedUntil, carefulUntil].every(Number.isFinite)
}
