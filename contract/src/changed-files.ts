import * as z from 'zod/mini'

/** Of a push record: the first 300 of its files. */
export const changedFiles = z.array(
  z.object({ path: z.string(), change: z.enum(['added', 'modified', 'deleted']) }),
)

export type ChangedFile = z.infer<typeof changedFiles>[number]
