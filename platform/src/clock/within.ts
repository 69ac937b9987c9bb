/** Nobody waits longer for an answer; what was begun may still be finished. */
export async function within<T>(
  limitMs: number,
  work: Promise<T>,
  tooLate: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), limitMs)
  })

  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
