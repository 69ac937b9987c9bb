const LIMIT_MS = 15_000
const PAUSE_MS = 5

/** Waits until this returns something; what it throws last is the reason of the failure. */
export async function until<Value>(look: () => Value | Promise<Value>): Promise<Value> {
  const end = Date.now() + LIMIT_MS
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
