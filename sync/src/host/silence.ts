import { type Bytes, concatBytes } from '#objects/bytes.ts'

const TICKS = 10

export type Silence = {
  /** Aborts the request after too long a silence. */
  signal: AbortSignal
  heard(): void
  end(): void
}

/**
 * Monitors one request. A slow body may take any time while bytes keep arriving. The sent amount is unknown here, so the first byte of the
 * answer has a separate limit.
 */
export function watchSilence(silenceMs: number, firstMs: number): Silence {
  const controller = new AbortController()
  const tickMs = Math.ceil(silenceMs / TICKS)
  let left = Math.ceil(firstMs / tickMs)
  let isOver = false
  const arm = () =>
    AbortSignal.timeout(tickMs).addEventListener('abort', () => {
      if (isOver) return
      left -= 1
      if (left > 0) arm()
      else controller.abort()
    })
  arm()

  return {
    signal: controller.signal,
    heard() {
      left = TICKS
    },
    end() {
      isOver = true
    },
  }
}

/** The complete body; throws if it stalls. */
export async function readBody({ body }: Response, silence: Silence): Promise<Bytes> {
  const reader = body?.getReader()
  const parts: Bytes[] = []
  for (;;) {
    silence.heard()
    const part = await reader?.read()
    if (!part?.value) return parts.length === 1 && parts[0] ? parts[0] : concatBytes(parts)
    parts.push(part.value)
  }
}
