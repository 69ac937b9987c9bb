import { tookTooLong } from './refusals.ts'

/** Nobody waits longer for an answer; what was begun may still be finished. */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tookTooLong()), limitMs)
  })

  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
