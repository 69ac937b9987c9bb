import type { Database } from './database.ts'

type Needs = {
  db: Database
  /** Notified on every change of what is read. */
  channel: string
  /** Reads the current state and stores it for its users. */
  read: () => Promise<void>
  /** Called when a later read fails; the next notification reads again. */
  onFailure: (error: unknown) => void
}

/** Reads once, and again on every notification. The returned function stops it. */
export async function keepCurrent({
  db,
  channel,
  read,
  onFailure,
}: Needs): Promise<() => Promise<void>> {
  let reading = Promise.resolve()
  // One at a time: an older answer must not come last.
  const readAgain = () => {
    reading = reading.then(read).catch(onFailure)
  }

  // Listening comes first: a change between the two steps would be missed.
  const stopListening = await db.listen(channel, readAgain, readAgain)
  const first = reading.then(read)
  reading = first.catch(() => {})
  await first

  return async () => {
    stopListening()
    await reading
  }
}
