/** A time as the pages write it. */
export const when = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
