import type { DestinationStream } from 'pino'

/** The maximum delay of a collected line. */
const WAIT_LIMIT_MS = 100
/** A pipe accepts this much in one write. */
const MOST_CHARACTERS = 16 * 1024

/**
 * Collects frequent lines and writes them together: a system call for each would cost more than the line. A line that must not wait is
 * written immediately, after those collected before it.
 */
export function lineBuffer(destination: DestinationStream) {
  let collected = ''
  let isScheduled = false

  const flush = () => {
    if (collected === '') return
    const lines = collected
    collected = ''
    destination.write(lines)
  }
  const flushOnTime = () => {
    isScheduled = false
    flush()
  }

  return {
    collect: (line: string) => {
      collected += line
      if (collected.length >= MOST_CHARACTERS) return flush()
      if (isScheduled) return
      isScheduled = true
      setTimeout(flushOnTime, WAIT_LIMIT_MS).unref()
    },
    write: (line: string) => {
      flush()
      destination.write(line)
    },
    flush,
  }
}
