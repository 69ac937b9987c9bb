import { sqlState } from '#db/errors.ts'

/** Of two concurrent sign-ups with one address, the second retries and then finds the first one's account. */
export async function retryIfTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    return work()
  }
}
