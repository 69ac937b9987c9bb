import { sqlState } from '#db/errors.ts'

/** Of two newcomers with one address at the same moment, the second tries again and finds the first. */
export async function retryIfTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    return work()
  }
}
