/** Rejects after the time limit; the work itself is not stopped. */
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
