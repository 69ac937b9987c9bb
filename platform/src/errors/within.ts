/** Rejects when the database, or what is asked of it, takes longer. The work is not ended. */
export function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database took too long')), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
